import { fillBalances } from "../../../../bench/common/accounts.ts";
import { onEachDatabase } from "../../../../bench/common/databases.ts";
import { count, type Figure, figure } from "../../../../bench/common/figure.ts";
import { longestWait, processorTime } from "../../../../bench/common/measure.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { callOf } from "../../../../test/metering/test-nodes.ts";
import { dayMs } from "../../../base/durations.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { apply } from "../../../metering/apply/apply.ts";
import { writeUsage } from "../../../metering/apply/write-usage.ts";
import { databaseLog } from "../../../metering/requests/call-log.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import { dayAfter, startOf } from "../days/calendar.ts";
import { cutDay } from "../days/cut.ts";
import { makeLeaves } from "../days/leaves.ts";
import { openState } from "../days/proof-state.ts";
import { cutsOf, provedCalls } from "../days/proved-calls.ts";

const calls = 1000 * scaled(1000);
const batch = 20_000;
const subscriptions = 1000;
const day = "2026-10-05";
const journalId = "0123456789abcdef0123456789abcdef";

/** A day's calls of a thousand subscriptions, of which the first makes half. */
async function fill(db: Database): Promise<void> {
  const names = Array.from({ length: subscriptions }, (_, index) => `subscription-${index}`);
  await fillBalances(
    db,
    names.map((name) => [name, calls]),
  );
  await openJournal(db, { journalId, node: "n", place: "p", at: startOf(day) });
  for (let from = 0; from < calls; from += batch) {
    const records = Array.from({ length: Math.min(batch, calls - from) }, (_, index) => {
      const number = from + index;
      const at = startOf(day) + Math.floor((number * (dayMs - 1)) / calls);
      const own = number % 2 === 0 ? 0 : (number >> 1) % subscriptions;
      const userId = `user-${own}`;
      const caller = {
        kind: "subscription",
        subscriptionId: names[own]!,
        userId,
        productId: "trial",
      } as const;
      return { seq: number + 1, call: callOf(names[own]!, 1, { at, caller, requestId: uuidv7(at) }) };
    });
    await apply(db, { journalId, records, now: startOf(day) }, writeUsage);
  }
}

async function measure(db: Database): Promise<Figure[]> {
  await openState(db, startOf(day));
  await fill(db);
  const log = databaseLog(db);
  const now = () => startOf(dayAfter(day)) + 600_000;
  const making = { process: "p", now, open: () => true };
  const cut = await processorTime(() => cutDay(db, log, day, making), db);
  const { longest: held, result: leaves } = await longestWait(() =>
    processorTime(() => makeLeaves(db, log, day, making), db),
  );
  const caller = { subscriptionId: "subscription-0", userId: "user-0" };
  let read = 0;
  const one = await processorTime(async () => {
    for await (const part of provedCalls(db, log, await cutsOf(db, day), caller)) read += part.length;
  }, db);
  const size = await db.get<{ bytes: number }>(
    db.dialect === "postgres"
      ? sql`select pg_total_relation_size('proof_day') as bytes`
      : sql`select cast(sum(pgsize) as bigint) as bytes from dbstat where name = 'proof_day'`,
  );
  const of = (name: string) => `${db.dialect}: ${name}`;
  const server = (us: number) => (us > 0 ? `and ${(us / calls).toFixed(2)} µs of the server` : "");
  return [
    figure(of("CPU a call proved"), leaves.own / calls, "µs", server(leaves.server)),
    figure(
      of("a day proved"),
      cut.seconds + leaves.seconds,
      "s",
      `${count(calls)} calls, ${count(subscriptions)} subscriptions`,
    ),
    figure(of("a day cut"), 1000 * cut.seconds, "ms"),
    figure(of("longest hold of the thread"), held, "ms", "while leaves are made"),
    figure(of("CPU a call of one subscription read"), one.own / read, "µs", `${count(read)} calls`),
    figure(of("a subscription and day"), size!.bytes / subscriptions, "bytes", "with its index"),
  ];
}

export const benchProving = (): Promise<readonly Figure[]> => onEachDatabase(measure);
