import { randomBytes } from "node:crypto";
import { type Interrupted, interruptible } from "../../../../test/metering/interruptible-database.ts";
import { callOf } from "../../../../test/metering/test-nodes.ts";
import { seeded } from "../../../../test/verify/model.ts";
import { base64, leafOf, rootOf, sha256, wholeRoots } from "../../../../test/verify/proofs.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { DatabaseUnavailable } from "../../../database/errors.ts";
import { sql } from "../../../database/sql.ts";
import { apply } from "../../../metering/apply/apply.ts";
import { writeRejected, writeUsage } from "../../../metering/apply/write-usage.ts";
import { databaseLog } from "../../../metering/requests/call-log.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import type { CallRecord, NumberedCall } from "../../../metering/usage/usage.ts";
import { dayAfter, endOf, startOf } from "../days/calendar.ts";
import { cutDay } from "../days/cut.ts";
import { makeLeaves } from "../days/leaves.ts";
import { openState } from "../days/proof-state.ts";

const firstDay = "2026-11-21";
/** How many days a history has. */
export const historyDays = 5;
const subscriptions = ["s1", "s2", "s3"];

interface Journal {
  readonly id: string;
  readonly records: NumberedCall[];
  applied: number;
}

/** What a history found: faults in words; none if all is proved once. */
export interface HistoryResult {
  readonly faults: string[];
  readonly calls: number;
  readonly interruptions: number;
}

/**
 * Random calls of three journals over some days: they are applied late, in parts, refused by the log or amended; a clock
 * goes back; each day is cut and its leaves are made, with interruptions at random statements.
 */
export async function proveHistory(db: Database, seed: number, days = historyDays): Promise<HistoryResult> {
  const random = seeded(seed);
  const below = (most: number) => Math.floor(random() * most);
  const failing = interruptible(db);
  const log = databaseLog(failing);
  let now = startOf(firstDay) + hourMs;
  let interruptions = 0;
  const faults: string[] = [];
  const seen = new Map<string, string>();
  const journals: Journal[] = [];
  for (let index = 0; index < 3; index++) {
    const id = randomBytes(16).toString("hex");
    journals.push({ id, records: [], applied: 0 });
    await openJournal(db, { journalId: id, node: "n", place: "p", at: now });
  }
  await openState(db, now);

  const record = (journal: Journal): void => {
    const back = below(12) === 0 ? below(2 * dayMs) : below(90_000);
    const id = subscriptions[below(3)]!;
    const seq = journal.records.length + 1;
    const amended = below(8) === 0 ? journal.records.at(-1) : undefined;
    const call: CallRecord =
      amended?.call.amends === undefined && amended
        ? { ...amended.call, credits: 0, responseBytes: 5, amends: amended.seq, before: amended.call }
        : callOf(id, below(3), {
            at: now - back,
            url: `/vin-decoder/${seq}?č`,
            caller: callerOf(id, below(9)),
          });
    journal.records.push({ seq, call });
  };
  const applySome = async (journal: Journal): Promise<void> => {
    const records = journal.records.slice(journal.applied, journal.applied + 1 + below(20));
    if (records.length === 0) return;
    const refused = below(10) === 0 && records[0]!.call.amends === undefined;
    const part = refused ? records.slice(0, 1) : records;
    const write = refused ? writeRejected("no reason", now) : writeUsage;
    await apply(db, { journalId: journal.id, records: part, now }, write);
    journal.applied += part.length;
  };
  const prove = async (day: string): Promise<void> => {
    const making = { process: "p", now: () => now, open: () => true };
    for (;;) {
      failing.failAfter(below(3) === 0 ? undefined : below(110));
      try {
        const { cutDay: cut } = await openState(db, now);
        if (cut < day) await cutDay(failing, log, day, making);
        await makeLeaves(failing, log, day, making);
        break;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        interruptions += 1;
      }
    }
    failing.failAfter(undefined);
    // Another process does the same a little later: what a day has does not change.
    await applySome(journals[0]!);
    await cutDay(db, log, day, making).catch((error: Error) => void faults.push(`${day}: ${error.message}`));
    faults.push(...(await findFaults(failing, journals, seen)));
  };

  for (let day = firstDay, count = 0; count < days; day = dayAfter(day), count++) {
    for (let step = 0; step < 40; step++) {
      now += below(hourMs / 2);
      const journal = journals[below(3)]!;
      record(journal);
      // One journal is away for days.
      if (below(3) === 0 && (journal !== journals[2] || count === days - 1)) await applySome(journal);
    }
    now = Math.max(now, startOf(dayAfter(day)) + hourMs / 4);
    if (below(2) === 0) for (const journal of journals.slice(0, 2)) await applySome(journal);
    await prove(day);
    now = startOf(dayAfter(day)) + hourMs;
  }
  for (const journal of journals) while (journal.applied < journal.records.length) await applySome(journal);
  const last = dayAfter((await openState(db, now)).leafDay);
  now = startOf(dayAfter(last)) + hourMs;
  await prove(last);
  return { faults, calls: journals.reduce((sum, { records }) => sum + records.length, 0), interruptions };
}

/** Users of several shards, so that chunks of a journal overlap. */
const callerOf = (subscriptionId: string, user: number) => ({
  kind: "subscription" as const,
  subscriptionId,
  userId: `user-${subscriptionId}-${user % 2 === 0 ? "aa" : "bq"}`,
  productId: "trial",
});

async function findFaults(db: Interrupted, journals: readonly Journal[], seen: Map<string, string>) {
  const faults: string[] = [];
  const cuts = await db.all<{ day: string; journal_id: string; from_seq: number; to_seq: number }>(
    sql`select day, journal_id, from_seq, to_seq from proof_cut order by day, journal_id`,
  );
  for (const { id, applied, records } of journals) {
    let last = 0;
    for (const cut of cuts.filter(({ journal_id }) => journal_id === id)) {
      if (cut.from_seq !== last)
        faults.push(`the cut of ${cut.day} begins at ${cut.from_seq}, not at ${last}`);
      last = cut.to_seq;
      const late = records.slice(cut.from_seq, cut.to_seq).find(({ call }) => call.at >= endOf(cut.day));
      if (late) faults.push(`the cut of ${cut.day} has call ${late.seq} of a later day`);
    }
    if (last > applied) faults.push(`${id} is proved up to ${last}, and applied up to ${applied}`);
  }
  const rows = await db.all<Row>(sql`
    select day, subscription_id, number, calls, credits, call_root, ledger_rows, ledger_head from proof_day
    where number is not null`);
  for (const row of rows) {
    const name = `${row.day} of ${row.subscription_id}`;
    const calls = cuts
      .filter(({ day }) => day === row.day)
      .flatMap(({ journal_id, from_seq, to_seq }) =>
        journals
          .find(({ id }) => id === journal_id)!
          .records.slice(from_seq, to_seq)
          .filter(
            ({ call }) => call.caller.subscriptionId === row.subscription_id && call.amends === undefined,
          )
          .map((one) => ({ ...one, id: journal_id })),
      );
    const lines = calls.map(({ id, seq, call }) => lineOf(id, seq, call));
    const expected = {
      ...row,
      calls: calls.length,
      credits: calls.reduce((sum, { call }) => sum + call.credits, 0),
      call_root: base64(rootOf(lines.map(leafOf))),
    };
    const text = JSON.stringify({ ...row });
    if (JSON.stringify(expected) !== text) faults.push(`${name}: ${text}, not ${JSON.stringify(expected)}`);
    if (seen.has(name) && seen.get(name) !== text) faults.push(`${name} has changed`);
    seen.set(name, text);
  }
  const logs = await db.all<{ id: string; size: number; subtrees: string }>(
    sql`select subscription_id as id, size, subtrees from proof_log`,
  );
  for (const { id, size, subtrees } of logs) {
    const own = rows.filter((row) => row.subscription_id === id).sort((a, b) => (a.day < b.day ? -1 : 1));
    const leaves = own.map((row) => leafOf(dayLineOf(row)));
    if (own.some((row, index) => row.number !== index)) faults.push(`the leaves of ${id} are not numbered`);
    if (size !== own.length) faults.push(`the log of ${id} has ${size} leaves of ${own.length} days`);
    if (subtrees !== base64(Buffer.concat(wholeRoots(leaves))))
      faults.push(`the log of ${id} has another root`);
  }
  return faults;
}

const dayLineOf = (row: Row) =>
  `vingate-proof-day/v1\t${row.subscription_id}\t${row.day}\t${row.calls}\t${row.credits}\t${row.call_root}\t${row.ledger_rows}\t${row.ledger_head}\n`;

interface Row {
  readonly day: string;
  readonly subscription_id: string;
  readonly number: number;
  readonly calls: number;
  readonly credits: number;
  readonly call_root: string;
  readonly ledger_rows: number;
  readonly ledger_head: string;
}

/** The users of these histories are no accounts, so their salt is 32 zeros. */
function lineOf(
  id: string,
  seq: number,
  { requestId, method, url, at, operation, status, credits }: CallRecord,
) {
  const pad = (byte: number) => Buffer.alloc(64, byte);
  const message = `${requestId}\n${method}\n${url}`;
  const digest = sha256(pad(0x5c), sha256(pad(0x36), message)).subarray(0, 16);
  return `vingate-call/v1\t${id}/${seq}\t${at}\t${operation}\t${status}\t${credits}\t${base64(digest)}\n`;
}
