import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemTiming } from "../src/base/timing.ts";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { migrations } from "../src/database/migrations.ts";
import { list, raw, rows, sql } from "../src/database/sql.ts";
import { JournalApplier } from "../src/metering/apply/journal-applier.ts";
import { Journal } from "../src/metering/journal/journal.ts";
import { createJournalDirectory } from "../src/metering/journal/journal-directory.ts";
import { syncHere } from "../src/metering/journal/sync.ts";
import { openJournal } from "../src/metering/sharing/journal-rows.ts";
import { type Fresh, type Kind, kinds } from "../test/database/databases.ts";
import { callOf, grant } from "../test/metering/test-nodes.ts";
import { type Figure, median, table } from "./figure.ts";
import { processorTime } from "./processor-time.ts";

const rounds = 3;
const calls = 100_000;
const callsPerMs = 20;
const insertRows = 500;

/** What its calls spend is leased, as a node leases it before it serves. */
async function lease(db: Database, journalId: string, subscriptions: number): Promise<void> {
  const held = calls;
  for (let index = 0; index < subscriptions; index += insertRows)
    await db.transaction(async (tx) => {
      const names = Array.from({ length: Math.min(insertRows, subscriptions - index) }, (_, offset) =>
        nameOf(index + offset),
      );
      await tx.run(sql`
        update credit_balance set remaining = remaining - ${held} where subscription_id in (${list(names)})`);
      await tx.run(sql`
        insert into credit_lease (journal_id, subscription_id, op, op_amount, held)
        values ${rows(names.map((name) => [journalId, name, 1, held, held]))}`);
    });
}

const nameOf = (index: number): string => `subscription-${index}-of-many`;

/** A journal of so many calls, a part of them after another in time as a busy node writes them. */
async function fill(db: Database, folder: string, subscriptions: number) {
  const directory = createJournalDirectory(folder);
  const { id, path, place } = directory;
  await openJournal(db, { journalId: id, node: "bench", place, at: Date.now() });
  const journal = new Journal(directory, {
    sync: "never",
    syncer: syncHere,
    timing: systemTiming,
    unappliedMax: 2 ** 40,
    written: () => undefined,
    fault: () => undefined,
  });
  const start = Date.now();
  for (let from = 0; from < calls; from += 1000)
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) => {
        const at = start + Math.floor((from + index) / callsPerMs);
        return journal.append(
          callOf(nameOf((from + index) % subscriptions), 1, {
            at,
            requestId: crypto.randomUUID(),
            key: "primary",
          }),
        );
      }),
    );
  await journal.close();
  journal.release(false);
  return { id, path };
}

async function measureApplying(db: Database, folder: string, subscriptions: number) {
  const journal = await fill(db, folder, subscriptions);
  await lease(db, journal.id, subscriptions);
  const applying = new JournalApplier(db, journal, { timing: systemTiming });
  // As the ledger asks for it: what was written in a second or so.
  const found = await processorTime(async () => {
    for (let to = callsPerMs * 1000; to <= calls; to += callsPerMs * 1000) await applying.apply(to);
  });
  applying.close();
  return found;
}

/** As many rows of a call's size, without an index. */
function measureInserting(db: Database) {
  const row = [1, "0123456789abcdef0123456789abcdef", "GET /vin-decoder/{vin}", 200, 1, 900, 150, 140];
  return processorTime(async () => {
    for (let from = 0; from < calls; from += insertRows * 10)
      await db.transaction(async (tx) => {
        const batch = new Array<typeof row>(insertRows).fill(row);
        for (let count = 0; count < 10; count++) await tx.run(sql`insert into plain values ${rows(batch)}`);
      });
  });
}

async function measureKind(kind: Kind, fresh: Fresh, folder: string): Promise<Figure[]> {
  const db = await fresh.open({ synchronous: "normal" });
  await migrate(db, migrations);
  const [integer, text] = kind.dialect === "sqlite" ? ["integer", "text"] : ["bigint", "text"];
  await db.run(
    raw(`create table plain (a ${integer}, b ${text}, c ${text},
    ${["d", "e", "f", "g", "h"].map((column) => `${column} ${integer}`).join(", ")})`),
  );
  for (let index = 0; index < 10_000; index++) await grant(db, nameOf(index), 100_000_000);
  const figures: Figure[] = [];
  const plain: number[] = [];
  for (let round = 0; round < rounds; round++) plain.push((await measureInserting(db)).own / calls);
  for (const subscriptions of [1, 50, 2000, 10_000]) {
    const found: { own: number; server: number; seconds: number }[] = [];
    for (let round = 0; round < rounds; round++) found.push(await measureApplying(db, folder, subscriptions));
    const cpu = median(found.map((each) => each.own / calls));
    const whose =
      subscriptions === 1 ? "one subscription" : `${subscriptions.toLocaleString("en")} subscriptions`;
    const server = median(found.map((each) => each.server / calls)).toFixed(1);
    const client = kind.dialect === "postgres" ? `, and ${server} µs of the server` : "";
    figures.push(
      {
        name: `${kind.dialect}: CPU a call applied, ${whose}`,
        value: cpu,
        unit: "µs",
        note: `${(cpu / median(plain)).toFixed(1)} × a plain row's insert${client}`,
      },
      {
        name: `${kind.dialect}: calls applied, ${whose}`,
        value: median(found.map(({ seconds }) => calls / seconds)),
        unit: "calls/s",
      },
    );
  }
  const note = `8 columns, no index, ${insertRows} a statement`;
  return [
    ...figures,
    { name: `${kind.dialect}: CPU a plain row inserted`, value: median(plain), unit: "µs", note },
  ];
}

/** What carrying a journalled call into the database costs. */
export async function benchApplying(dialects = ["sqlite", "postgres"]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds.filter((each) => !each.missing && dialects.includes(each.dialect))) {
    const fresh = await kind.fresh();
    const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
    try {
      figures.push(...(await measureKind(kind, fresh, folder)));
    } finally {
      await fresh.end();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return figures;
}

if (import.meta.main) {
  console.log(table(await benchApplying(process.argv.length > 2 ? process.argv.slice(2) : undefined)));
  process.exit(0);
}
