import type { Clock } from "../../../base/clock.ts";
import { vinOf } from "../../../base/reading/vins.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { join, name, type Sql, sql, type Value } from "../../../database/sql.ts";
import { storedJson } from "../../families/body.ts";
import { recordFamilies } from "../../families/record-families.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { eraseReceived } from "../../lookups/records/received-records.ts";
import { ImportError } from "../input/import-error.ts";
import { type ImportLock, withImportLock } from "../jobs/runs.ts";
import { keyColumns, keyRanges } from "../staging/key-ranges.ts";
import { eraseOutcomes, vinPattern } from "./erase-outcomes.ts";

/** Whose data to erase: a vehicle's, or the records with a person's telephone number or email address. */
export type ErasedSubject =
  | { readonly kind: "vin"; readonly vin: string }
  | { readonly kind: "phone" | "email"; readonly pattern: RegExp };

/** How a subject is named. */
export const erasedKinds = ["vin", "phone", "email"] as const;
export type ErasedKind = (typeof erasedKinds)[number];

const phoneDigitsMin = 7;

/** Parses a person's request. Throws `ImportError` for an invalid value. */
export function erasedSubject(kind: ErasedKind, text: string): ErasedSubject {
  if (kind === "vin") {
    const vin = vinOf(text) ?? text.replace(/[\s-]/g, "").toUpperCase();
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

/** The key of an erased record, and its body where a pattern is looked for. */
export type ErasedRow = Readonly<Record<string, Value>>;

interface ErasedDataset {
  readonly id: number;
  readonly state: string;
  readonly name: string;
  readonly version: string;
}

/** Is called in the transaction that deletes rows of a family's current dataset. */
export type NoteErased = (
  tx: Queries,
  erased: {
    readonly family: RecordFamily;
    readonly dataset: { readonly name: string; readonly version: string };
    readonly rows: readonly ErasedRow[];
    readonly at: number;
  },
) => Promise<void>;

/** Erased records, by family. */
export type Erased = Readonly<Record<string, number>>;

/**
 * Deletes every record about a VIN, or every record with a telephone number or an email address, from all
 * datasets: current, previous and incomplete ones, from what upstreams sent, and from the rows that imports keep. Acquires each family's import lock, and throws
 * `ImportRunning` if an import has it. `dryRun` only counts.
 */
export async function erase(
  db: Database,
  subject: ErasedSubject,
  clock: Clock,
  dryRun: boolean,
  noted: NoteErased = async () => {},
): Promise<Erased> {
  const erased: Record<string, number> = {};
  for (const family of recordFamilies) {
    if (subject.kind === "vin" && (family.kind === "vehicle" || family.kind === "pattern")) continue;
    const request = { family: family.name, source: "erase", dryRun };
    const count = await withImportLock(db, request, clock, (lock) =>
      new FamilyErasure({ db, family, subject, dryRun, clock, lock, noted }).run(),
    );
    if (count > 0) erased[family.name] = count;
  }
  const received = await eraseReceived(db, patternOf(subject), dryRun);
  if (received > 0) erased["received records"] = received;
  const ofFile = subject.kind === "vin" ? vinPattern(subject.vin) : subject.pattern;
  const outcomes = await eraseOutcomes(db, ofFile, dryRun);
  if (outcomes > 0) erased["imports that kept rows"] = outcomes;
  return erased;
}

const patternOf = (subject: ErasedSubject): RegExp =>
  subject.kind === "vin" ? new RegExp(`(?<![A-Z0-9])${subject.vin}(?![A-Z0-9])`, "i") : subject.pattern;

/** Nodes cache what they read of a dataset until `loaded_at` changes. */
async function announce(db: Database, id: number, erased: number, now: number): Promise<void> {
  await db.run(sql`
    update dataset set record_count = record_count - ${erased},
      loaded_at = case when loaded_at < ${now} then ${now} else loaded_at + 1 end
    where id = ${id}`);
}

interface Erasing {
  readonly db: Database;
  readonly family: RecordFamily;
  readonly subject: ErasedSubject;
  readonly dryRun: boolean;
  readonly clock: Clock;
  readonly lock: ImportLock;
  readonly noted: NoteErased;
}

/** Erases the records of one family, from all its datasets. */
class FamilyErasure {
  readonly #erasing: Erasing;
  #count = 0;

  constructor(erasing: Erasing) {
    this.#erasing = erasing;
  }

  /** Resolves to the number of records. */
  async run(): Promise<number> {
    const { db, family, dryRun, clock } = this.#erasing;
    const datasets = await db.all<ErasedDataset>(
      sql`select id, state, name, version from dataset where family = ${family.name} order by id`,
    );
    for (const dataset of datasets) {
      const found = await this.#eraseFrom(dataset);
      this.#count += found;
      if (found > 0 && !dryRun) await announce(db, dataset.id, found, clock());
    }
    return this.#count;
  }

  async #eraseFrom(dataset: ErasedDataset): Promise<number> {
    const { subject } = this.#erasing;
    return subject.kind === "vin"
      ? this.#delete(dataset, await this.#rowsOf(dataset, sql`vin = ${subject.vin}`, false))
      : this.#erasePattern(dataset, subject.pattern);
  }

  async #erasePattern(dataset: ErasedDataset, pattern: RegExp): Promise<number> {
    const { db, family, lock } = this.#erasing;
    let count = 0;
    for await (const within of keyRanges(db, family, dataset.id)) {
      const rows = await this.#rowsOf(dataset, within(family.table), true);
      count += await this.#delete(
        dataset,
        rows.filter(({ body }) => pattern.test(storedJson(body as Uint8Array))),
      );
      await lock.renew({ stage: "verify", done: 0, total: null, rows: this.#count + count, rejected: 0 });
    }
    return count;
  }

  #rowsOf({ id }: ErasedDataset, where: Sql, withBody: boolean): Promise<ErasedRow[]> {
    const { db, family } = this.#erasing;
    const names = [...keyColumns(family), ...(withBody ? ["body"] : [])];
    const columns = join(names.map(name), ", ");
    return db.all<ErasedRow>(sql`
      select ${columns} from ${name(family.table)} where dataset = ${id} and ${where}`);
  }

  /** Deletes rows and notes those of the current dataset, in one transaction. */
  async #delete(dataset: ErasedDataset, rows: readonly ErasedRow[]): Promise<number> {
    const { db, family, dryRun, noted, clock } = this.#erasing;
    if (dryRun || rows.length === 0) return rows.length;
    const keys = keyColumns(family);
    const sameAs = (row: ErasedRow) =>
      join(
        keys.map((column) => sql`${name(column)} = ${row[column]!}`),
        " and ",
      );
    await db.transaction(
      async (tx) => {
        for (const row of rows)
          await tx.run(
            sql`delete from ${name(family.table)} where dataset = ${dataset.id} and ${sameAs(row)}`,
          );
        if (dataset.state === "current") await noted(tx, { family, dataset, rows, at: clock() });
      },
      { repeatable: true },
    );
    return rows.length;
  }
}
