import { ceilTo, floorTo, hourMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { list, type Sql, sql } from "../../database/sql.ts";
import { countUsage, type UsageScope, usedPart } from "../usage/usage-read.ts";
import { slices } from "../usage/usage-spans.ts";
import type { RunCaller } from "./request-rows.ts";

/** Whose calls. */
export type LogScope = Pick<UsageScope, "userIds" | "subscriptionId">;

/** Which runs can hold calls of a scope, and whose calls of a run are in it. */
export interface ChunkFilter {
  /** Every call is. */
  readonly all: boolean;
  readonly conditions: readonly Sql[];
  readonly includes: (caller: RunCaller) => boolean;
}

/** A piece of time, [from, to). */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const buckets = 64;
const lastPlainCode = 0xd7ff;

/**
 * The part of the log that a user's calls are in: by the code points of the last two characters of its id, which
 * SQL can tell too.
 */
export function bucketOf(userId: string): number {
  let last = userId.charCodeAt(userId.length - 1) || 0;
  let before = userId.charCodeAt(userId.length - 2) || 0;
  if (last > lastPlainCode || before > lastPlainCode) {
    const characters = [...userId];
    last = characters.at(-1)?.codePointAt(0) ?? 0;
    before = characters.at(-2)?.codePointAt(0) ?? 0;
  }
  return (16 * before + last) % buckets;
}

/** Finds what `conditions` and `includes` of a scope are in a window. */
export async function runScope(
  db: Queries,
  { userIds, subscriptionId }: LogScope,
  window: Window,
): Promise<ChunkFilter> {
  const conditions = userIds.flatMap((userId) => [
    sql`shard = ${bucketOf(userId)}`,
    callersHold(`,${JSON.stringify(userId)},`),
  ]);
  if (subscriptionId !== undefined) {
    if (userIds.length === 0) conditions.push(oneOf(await bucketsOfSubscription(db, subscriptionId, window)));
    conditions.push(callersHold(`[${JSON.stringify(subscriptionId)},`));
  }
  return {
    all: conditions.length === 0,
    conditions,
    includes: ([ofSubscription, ofUser]) =>
      userIds.every((userId) => userId === ofUser) &&
      (subscriptionId === undefined || subscriptionId === ofSubscription),
  };
}

/** The runs in which a text stands among the callers: `includes` tells those of another's id that looks alike. */
function callersHold(text: string): Sql {
  const pattern = `%${text.replace(/[%_!]/g, "!$&")}%`;
  return sql`callers like ${pattern} escape '!'`;
}

// One bucket is read in the order of its index, several must be sorted.
function oneOf(found: readonly number[]): Sql {
  return found.length === 1 ? sql`shard = ${found[0]!}` : sql`shard in (${list(found)})`;
}

/** Of those who owned it in a window: mostly one. */
async function bucketsOfSubscription(db: Queries, id: string, { from, to }: Window): Promise<number[]> {
  const users = await db.all<{ user_id: string }>(sql`
    select distinct user_id from usage_hourly
    where subscription_id = ${id} and hour >= ${floorTo(from, hourMs)} and hour < ${to}`);
  return [...new Set(users.map(({ user_id }) => bucketOf(user_id)))];
}

/**
 * The parts of a window in which a scope has calls, newest first, on whole hours: those of others may be many where
 * it has few.
 */
export async function spansInUse(db: Database, scope: LogScope, window: Window): Promise<Window[]> {
  if (scope.userIds.length === 0 && scope.subscriptionId === undefined) return [window];
  const used = await usedPart(db, window.from, window.to);
  if (used.from >= used.to) return [];
  const hours = slices("hour", floorTo(used.from, hourMs), ceilTo(used.to, hourMs));
  const spans: { from: number; to: number }[] = [];
  for (const { from, to } of await countUsage(db, scope, hours)) {
    const newer = spans.at(-1);
    if (newer?.from === to) newer.from = from;
    else spans.push({ from, to });
  }
  return spans.map(({ from, to }) => ({
    from: Math.max(from, window.from),
    to: Math.min(to, window.to),
  }));
}
