import { ceilTo, floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { join, list, raw, type Sql, sql } from "../../database/sql.ts";
import { countUsage, type UsageScope, usedPart } from "../usage/usage-read.ts";
import { slices } from "../usage/usage-spans.ts";
import type { ChunkCaller, ChunkRow } from "./chunk-codec.ts";

/** The users and subscription whose calls are read; all calls if it names none. */
export type LogScope = Pick<UsageScope, "userIds" | "subscriptionId">;

/** Selects the chunks that can hold calls of a scope, and the callers in them. */
export interface ChunkFilter {
  /** Every call is selected. */
  readonly all: boolean;
  readonly conditions: readonly Sql[];
  readonly includes: (caller: ChunkCaller) => boolean;
}

/** [from, to), milliseconds UTC. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const shards = 64;
const lastPlainCode = 0xd7ff;

/** The shard of a user's calls, 0 to 63: computed from the code points of the last two characters of the id. */
export function shardOf(userId: string): number {
  let last = userId.charCodeAt(userId.length - 1) || 0;
  let before = userId.charCodeAt(userId.length - 2) || 0;
  if (last > lastPlainCode || before > lastPlainCode) {
    const characters = [...userId];
    last = characters.at(-1)?.codePointAt(0) ?? 0;
    before = characters.at(-2)?.codePointAt(0) ?? 0;
  }
  return (16 * before + last) % shards;
}

/** Makes the filter of a scope for chunks in a time range. */
export async function makeChunkFilter(
  db: Queries,
  { userIds, subscriptionId }: LogScope,
  range: TimeRange,
): Promise<ChunkFilter> {
  const conditions = userIds.flatMap((userId) => [
    sql`shard = ${shardOf(userId)}`,
    callersContain(`,${JSON.stringify(userId)},`),
  ]);
  if (subscriptionId !== undefined) {
    if (userIds.length === 0) conditions.push(inShards(await findShards(db, subscriptionId, range)));
    conditions.push(callersContain(`[${JSON.stringify(subscriptionId)},`));
  }
  return {
    all: conditions.length === 0,
    conditions,
    includes: (caller) =>
      userIds.every((userId) => userId === caller.userId) &&
      (subscriptionId === undefined || subscriptionId === caller.subscriptionId),
  };
}

/** The chunks that contain a text among their callers. `includes` excludes those of another id that contains it. */
export function callersContain(text: string): Sql {
  const pattern = `%${text.replace(/[%_!]/g, "!$&")}%`;
  return sql`callers like ${pattern} escape '!'`;
}

// One shard is read in the order of its index, several must be sorted.
function inShards(found: readonly number[]): Sql {
  return found.length === 1 ? sql`shard = ${found[0]!}` : sql`shard in (${list(found)})`;
}

/** The shards of the users who owned a subscription in a time range: mostly one. */
async function findShards(db: Queries, id: string, { from, to }: TimeRange): Promise<number[]> {
  const users = await db.all<{ user_id: string }>(sql`
    select distinct user_id from usage_hourly
    where subscription_id = ${id} and hour >= ${floorTo(from, hourMs)} and hour < ${to}`);
  return [...new Set(users.map(({ user_id }) => shardOf(user_id)))];
}

/**
 * The parts of a time range in which a scope has calls, newest first, on whole hours. Others may have many calls
 * between the few of a scope.
 */
export async function findUsedRanges(db: Database, scope: LogScope, range: TimeRange): Promise<TimeRange[]> {
  if (scope.userIds.length === 0 && scope.subscriptionId === undefined) return [range];
  const used = await usedPart(db, range.from, range.to);
  if (used.from >= used.to) return [];
  const hours = slices("hour", floorTo(used.from, hourMs), ceilTo(used.to, hourMs));
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of await countUsage(db, scope, hours)) {
    const newer = found.at(-1);
    if (newer?.from === to) newer.from = from;
    else found.push({ from, to });
  }
  return found.map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }));
}

/** The condition for chunks that can hold calls of [from, to): a chunk's calls are of one minute. */
export function chunkConditions({ conditions }: ChunkFilter, from: number, to: number): Sql {
  const until = ceilTo(to, minuteMs);
  return join(
    [...conditions, sql`last_at >= ${from}`, sql`last_at < ${until}`, sql`first_at < ${to}`],
    " and ",
  );
}

export type ChunkKey = Pick<ChunkRow, "last_at" | "journal_id" | "first_seq">;

/** The further condition for chunks whose key is less or greater than another's; none without another. */
export function andKey(order: "<" | ">", key: ChunkKey | undefined): Sql {
  if (!key) return sql``;
  return sql`and (last_at, journal_id, first_seq) ${raw(order)} (${key.last_at}, ${key.journal_id}, ${key.first_seq})`;
}
