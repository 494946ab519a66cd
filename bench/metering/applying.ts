import { systemTiming } from "../../src/base/timing.ts";
import type { Database } from "../../src/database/database.ts";
import { list, raw, rows, sql } from "../../src/database/sql.ts";
import { JournalApplier } from "../../src/metering/apply/journal-applier.ts";
import { callOf } from "../../test/metering/test-nodes.ts";
import { fillBalances } from "../common/accounts.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure, medianOf } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { processorTime } from "../common/measure.ts";
import { roundsOr, scaled } from "../common/settings.ts";
import { fillJournal } from "./journal.ts";

const rounds = roundsOr(3);
const calls = 1000 * scaled(100);
const callsPerSecond = 20_000;
const insertRows = 500;

const nameOf = (index: number): string => `subscription-${index}-of-many`;

/** Leases credits of subscriptions, as a node does before it serves. */
export async function leaseAll(
  db: Database,
  journalId: string,
  names: readonly string[],
  credits: number,
): Promise<void> {
  for (let index = 0; index < names.length; index += insertRows)
    await db.transaction(async (tx) => {
      const some = names.slice(index, index + insertRows);
      await tx.run(sql`
        update credit_balance set remaining = remaining - ${credits} where subscription_id in (${list(some)})`);
      await tx.run(sql`
        insert into credit_lease (journal_id, subscription_id, op, op_amount, held)
        values ${rows(some.map((name) => [journalId, name, 1, credits, credits]))}`);
    });
}

async function measureApplying(db: Database, folder: string, subscriptions: number) {
  const start = Date.now();
  const journal = await fillJournal(db, folder, calls, (index) => {
    const at = start + Math.floor((1000 * index) / callsPerSecond);
    return callOf(nameOf(index % subscriptions), 1, { at, requestId: crypto.randomUUID(), key: "primary" });
  });
  const names = Array.from({ length: subscriptions }, (_, index) => nameOf(index));
  await leaseAll(db, journal.id, names, calls);
  const applier = new JournalApplier(db, journal, { timing: systemTiming });
  // In batches of a second, as the metering thread applies.
  const found = await processorTime(async () => {
    for (let to = callsPerSecond; to < calls + callsPerSecond; to += callsPerSecond)
      await applier.apply(Math.min(to, calls));
  }, db);
  applier.close();
  return found;
}

/** As many rows of a call's size, without an index. */
async function measureInserting(db: Database) {
  const row = [1, "0123456789abcdef0123456789abcdef", "GET /vin-decoder/{vin}", 200, 1, 900, 150, 140];
  const batch = new Array<typeof row>(insertRows).fill(row);
  return processorTime(async () => {
    for (let from = 0; from < calls; from += insertRows * 10)
      await db.transaction(async (tx) => {
        for (let count = 0; count < 10; count++) await tx.run(sql`insert into plain values ${rows(batch)}`);
      });
  }, db);
}

/** The cost of applying a journaled call, compared with a plain row's insert. */
export function benchApplying(): Promise<Figure[]> {
  const work = (folder: string) =>
    onEachDatabase(async (db) => {
      const { dialect } = db;
      const integer = dialect === "sqlite" ? "integer" : "bigint";
      const integers = ["d", "e", "f", "g", "h"].map((column) => `${column} ${integer}`);
      await db.run(raw(`create table plain (a ${integer}, b text, c text, ${integers.join(", ")})`));
      await fillBalances(
        db,
        Array.from({ length: 10_000 }, (_, index) => [nameOf(index), 100_000_000]),
      );
      type Measured = Awaited<ReturnType<typeof measureApplying>>;
      const repeat = async (measure: () => Promise<Measured>) => {
        const measured: Measured[] = [];
        for (let round = 0; round < rounds; round++) measured.push(await measure());
        return measured;
      };
      const plain = medianOf(await repeat(() => measureInserting(db)), ({ own }) => own / calls);
      const figures: Figure[] = [];
      for (const subscriptions of [1, 50, 2000, 10_000]) {
        const found = await repeat(() => measureApplying(db, folder, subscriptions));
        const cpu = medianOf(found, ({ own }) => own / calls);
        const whose = subscriptions === 1 ? "one subscription" : `${count(subscriptions)} subscriptions`;
        const server = medianOf(found, (each) => each.server / calls).toFixed(1);
        const ofServer = dialect === "postgres" ? `, and ${server} µs of the server` : "";
        const note = `${(cpu / plain).toFixed(1)} × a plain row's insert${ofServer}`;
        const rate = medianOf(found, ({ seconds }) => calls / seconds);
        figures.push(
          figure(`${dialect}: CPU a call applied, ${whose}`, cpu, "µs", note),
          figure(`${dialect}: calls applied, ${whose}`, rate, "calls/s"),
        );
      }
      const note = `8 columns, no index, ${insertRows} a statement`;
      return [...figures, figure(`${dialect}: CPU a plain row inserted`, plain, "µs", note)];
    });
  return inFolder(work);
}
