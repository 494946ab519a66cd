import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { join, name, sql, type Value } from "../../../database/sql.ts";
import { storedJson } from "../../families/body.ts";
import { recordFamilies } from "../../families/record-families.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { eraseReceived } from "../../lookups/records/received-records.ts";
import { ImportError } from "../input/import-error.ts";
import { type ImportLock, withImportLock } from "../jobs/runs.ts";
import { keyColumns, keyRanges } from "../staging/key-ranges.ts";

/** Whose data to erase: a vehicle's, or the records with a person's telephone number or email address. */
export type ErasedSubject =
  | { readonly kind: "vin"; readonly vin: string }
  | { readonly kind: "phone" | "email"; readonly pattern: RegExp };

const phoneDigitsMin = 7;

/** Parses a person's request. Throws `ImportError` for an invalid value. */
export function erasedSubject(kind: "vin" | "phone" | "email", text: string): ErasedSubject {
  if (kind === "vin") {
    const vin = text.replace(/[\s-]/g, "").toUpperCase();
    if (!/^[A-Z0-9]{5,17}$/.test(vin)) throw new ImportError(`"${text}" is not a VIN`);
    return { kind, vin };
  }
  if (kind === "email") {
    if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new ImportError(`"${text}" is not an email address`);
    const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return { kind, pattern: new RegExp(`(?<![\\w.%+-])${escaped}(?![\\w-]|\\.\\w)`, "i") };
  }
  // Records can have a country's 1 before the number, and different separators.
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  if (digits.length < phoneDigitsMin)
    throw new ImportError(`"${text}" has fewer than the ${phoneDigitsMin} digits of a telephone number`);
  return { kind, pattern: new RegExp(`(?<!\\d)(?:1\\D{0,3})?${[...digits].join("\\D{0,3}")}(?!\\d)`) };
}

/** Erased records, by family. */
export type Erased = Readonly<Record<string, number>>;

/**
 * Deletes every record about a VIN, or every record with a telephone number or an email address, from all
 * datasets: current, previous and incomplete ones, and from what upstreams sent. Acquires each family's import lock, and throws
 * `ImportRunning` if an import has it. `dryRun` only counts.
 */
export async function erase(
  db: Database,
  subject: ErasedSubject,
  clock: Clock,
  dryRun: boolean,
): Promise<Erased> {
  const erased: Record<string, number> = {};
  for (const family of recordFamilies) {
    if (subject.kind === "vin" && family.kind === "vehicle") continue;
    const request = { family: family.name, source: "erase", dryRun };
    const count = await withImportLock(db, request, clock, (lock) =>
      eraseFromFamily(db, family, subject, dryRun, clock, lock),
    );
    if (count > 0) erased[family.name] = count;
  }
  const received = await eraseReceived(db, patternOf(subject), dryRun);
  if (received > 0) erased["received records"] = received;
  return erased;
}

const patternOf = (subject: ErasedSubject): RegExp =>
  subject.kind === "vin" ? new RegExp(`(?<![A-Z0-9])${subject.vin}(?![A-Z0-9])`, "i") : subject.pattern;

async function eraseFromFamily(
  db: Database,
  family: RecordFamily,
  subject: ErasedSubject,
  dryRun: boolean,
  clock: Clock,
  lock: ImportLock,
): Promise<number> {
  let count = 0;
  const step = () => lock.renew({ stage: "verify", done: 0, total: null, rows: count, rejected: 0 });
  const datasets = await db.all<{ id: number }>(
    sql`select id from dataset where family = ${family.name} order by id`,
  );
  for (const { id } of datasets) {
    const found = await eraseFrom(db, family, id, subject, dryRun, step);
    count += found;
    if (found > 0 && !dryRun) await announce(db, id, found, clock());
  }
  return count;
}

/** Nodes cache what they read of a dataset until `loaded_at` changes. */
async function announce(db: Database, id: number, erased: number, now: number): Promise<void> {
  await db.run(sql`
    update dataset set record_count = record_count - ${erased},
      loaded_at = case when loaded_at < ${now} then ${now} else loaded_at + 1 end
    where id = ${id}`);
}

async function eraseFrom(
  db: Database,
  family: RecordFamily,
  id: number,
  subject: ErasedSubject,
  dryRun: boolean,
  step: () => Promise<void>,
): Promise<number> {
  const table = name(family.table);
  if (subject.kind === "vin") {
    const where = sql`dataset = ${id} and vin = ${subject.vin}`;
    const found = await db.get<{ rows: number }>(sql`select count(*) as rows from ${table} where ${where}`);
    if (!dryRun) await db.run(sql`delete from ${table} where ${where}`);
    return found!.rows;
  }
  const keys = keyColumns(family);
  const columns = join(
    keys.map((column) => name(column)),
    ", ",
  );
  let count = 0;
  for await (const within of keyRanges(db, family, id)) {
    const rows = await db.all<Record<string, Value>>(sql`
      select ${columns}, body from ${table} where dataset = ${id} and ${within(family.table)}`);
    for (const row of rows) {
      if (!subject.pattern.test(storedJson(row.body as Uint8Array))) continue;
      count += 1;
      const same = join(
        keys.map((column) => sql`${name(column)} = ${row[column]!}`),
        " and ",
      );
      if (!dryRun) await db.run(sql`delete from ${table} where dataset = ${id} and ${same}`);
    }
    await step();
  }
  return count;
}
