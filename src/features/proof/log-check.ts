import { createHash, type Hash } from "node:crypto";
import type { Queries } from "../../database/database.ts";
import { raw, sql } from "../../database/sql.ts";
import type { Comparing } from "../../metering/consistency/comparison.ts";
import type { TableComparison } from "../../metering/consistency/table-comparison.ts";
import { type LogRow, proofLogs } from "./days/leaf-rows.ts";
import { subscriptionOf } from "./days/tenures.ts";
import { dayLine } from "./format/lines.ts";
import { leafOf } from "./format/tree.ts";
import { GrownLog } from "./grown-log-check.ts";
import { addLeaves, growLogs, type Leaf, readLeaves } from "./grown-log-rows.ts";
import { compareMovedLogs } from "./moved-log-check.ts";
import { MovedLogs } from "./moved-logs.ts";

/** Logs that grow side by side. For each of their days one statement reads their leaves. */
const logsAtOnce = 2000;

/** The leaves of a day, hashed in the order of their subscriptions. */
interface DayDigest {
  readonly hash: Hash;
  leaves: number;
}

/** The subscriptions of some logs: those after one, up to another; to the last one without it. */
interface Range {
  readonly after: string;
  readonly upTo: string | undefined;
}

const inRange = ({ after, upTo }: Range, column: string) =>
  upTo === undefined
    ? sql`${raw(column)} > ${after}`
    : sql`${raw(column)} > ${after} and ${raw(column)} <= ${upTo}`;

/**
 * Makes every log again from its leaves, in one pass: numbers, roots, balances, the months' openings and sums, and the
 * digests of days.
 */
export const logComparison: TableComparison = {
  found: "proof logs",
  expected: "their leaves",
  subjects: "logs and days",
  advice:
    "proved days never change: restore a backup from before the difference; what was signed since then begins a new epoch",
  async run(tx, comparing) {
    const days = await listDays(tx);
    const moved = await MovedLogs.read(tx);
    const digests = new Map<string, DayDigest>();
    for (let after = ""; ; ) {
      const logs = await proofLogs.select(
        tx,
        sql`where l.subscription_id > ${after} order by l.subscription_id limit ${logsAtOnce}`,
      );
      const isLast = logs.length < logsAtOnce;
      const upTo = isLast ? undefined : logs.at(-1)!.subscriptionId;
      await compareRange(tx, { after, upTo }, { logs, days, digests, moved, comparing });
      if (upTo === undefined) break;
      after = upTo;
    }
    await compareMovedLogs(tx, { days, moved, comparing });
    await compareDays(tx, days, digests, comparing);
  },
};

/** All days with leaves, found one after the other by the key. */
async function listDays(tx: Queries): Promise<string[]> {
  const days: string[] = [];
  for (;;) {
    const next = await tx.get<{ day: string | null }>(
      sql`select min(day) as day from proof_day where day > ${days.at(-1) ?? ""}`,
    );
    if (!next?.day) return days;
    days.push(next.day);
  }
}

interface Compared {
  readonly days: readonly string[];
  readonly moved: MovedLogs;
  readonly comparing: Comparing;
}

/** Compares the logs of subscriptions that never moved, and hashes the leaves of all. */
async function compareRange(
  tx: Queries,
  range: Range,
  of: Compared & { readonly logs: readonly LogRow[]; readonly digests: Map<string, DayDigest> },
): Promise<void> {
  const { days, digests, moved, comparing } = of;
  const stored = of.logs.filter(({ subscriptionId }) => !moved.has(subscriptionId));
  const where = (column: string) => inRange(range, column);
  const logs = await growLogs(tx, stored, where("subscription_id"), (key) => !moved.has(key));
  const logOf = (id: string): GrownLog => {
    const known = logs.get(id) ?? new GrownLog(id, undefined, 0);
    logs.set(id, known);
    return known;
  };
  for (const day of days) {
    const leaves = await readLeaves(tx, day, where("d.subscription_id"));
    await addLeaves(
      tx,
      leaves.filter(({ subscriptionId }) => !moved.has(subscriptionId)),
      logOf,
    );
    hashLeaves(leaves, digests);
  }
  for (const [id, log] of logs) comparing.hold(`log of subscription ${id}`, log.end());
}

function hashLeaves(leaves: readonly Leaf[], digests: Map<string, DayDigest>): void {
  for (const { number, ...leaf } of leaves) {
    if (number === null) continue;
    const digest = digests.get(leaf.day) ?? { hash: createHash("sha256"), leaves: 0 };
    digests.set(leaf.day, digest);
    digest.hash.update(leafOf(dayLine(subscriptionOf(leaf.subscriptionId), leaf)));
    digest.leaves += 1;
  }
}

interface Done {
  readonly day: string;
  readonly leaves: number;
  readonly digest: string;
}

const noLeaves = createHash("sha256").digest("base64");

/** The digests of the days that are done: each day up to the last one is. */
async function compareDays(
  tx: Queries,
  days: readonly string[],
  digests: ReadonlyMap<string, DayDigest>,
  comparing: Comparing,
): Promise<void> {
  const done = new Map(
    (await tx.all<Done>(sql`select day, leaves, digest from proof_done order by day`)).map((one) => [
      one.day,
      one,
    ]),
  );
  const state = await tx.get<{ leafDay: string; cutDay: string }>(
    sql`select leaf_day as "leafDay", cut_day as "cutDay" from proof_state where id = 1`,
  );
  const last = [...done.keys()].at(-1);
  if (last !== undefined || state !== undefined)
    comparing.hold(
      "state of proofs",
      last === undefined || (state?.leafDay === last && state.cutDay >= last)
        ? undefined
        : `it says that ${state?.leafDay} is the last day with leaves, and ${last} is`,
    );
  const all = new Set([...done.keys(), ...days.filter((day) => state === undefined || day <= state.leafDay)]);
  for (const day of all) {
    const found = done.get(day);
    const digest = digests.get(day);
    const made = digest?.leaves ?? 0;
    const wrong = !found
      ? `its leaves are there (${made}), and it is not noted as done`
      : found.leaves !== made
        ? `${found.leaves} leaves were made, and ${made} are there`
        : found.digest !== (digest?.hash.digest("base64") ?? noLeaves)
          ? "its leaves have another digest than when it was done: one of them was changed"
          : undefined;
    comparing.hold(`proof day ${day}`, wrong);
  }
}
