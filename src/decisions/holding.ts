import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Entry, Epoch } from "./entries.ts";
import { type Held, readHeld, writeHeld } from "./held.ts";
import type { Replayed } from "./replay.ts";

/** A gap up to this length, after a failover, ends by itself. */
const shortGapMs = 60_000;

interface Found {
  readonly epoch: Epoch;
  readonly since: number;
  readonly causes: readonly string[];
  /** The entries of all logs that were read. */
  readonly entries: readonly Entry[];
  readonly unread: readonly string[];
  readonly replayed: Replayed;
  readonly callsLost: number;
  /** Whether it may end by itself if the gap is short. */
  readonly endsItself: boolean;
}

/** Holds what charges, sends or gives, and adds to what was found before and not resumed. */
export async function hold(tx: Queries, found: Found): Promise<void> {
  const gap = await gapOf(tx, found.entries);
  const isShort = gap !== null && gap.to - gap.from <= shortGapMs;
  const before = await readHeld(tx);
  await writeHeld(tx, {
    epoch: found.epoch.number,
    since: found.since,
    causes: [...(before?.causes ?? []), ...found.causes],
    gap,
    replayed: added(before?.replayed, found.replayed.counts),
    unknown: added(before?.unknown, found.replayed.unknown),
    callsLost: (before?.callsLost ?? 0) + found.callsLost,
    unread: found.unread,
    endsItself: isShort && found.endsItself && (before?.endsItself ?? true),
  });
}

/** Notes the logs that were read since. */
export async function noteRead(tx: Queries, read: ReadonlySet<string>): Promise<void> {
  const held = await readHeld(tx);
  if (!held) return;
  const unread = held.unread.filter((id) => !read.has(id));
  if (unread.length < held.unread.length) await writeHeld(tx, { ...held, unread });
}

async function gapOf(tx: Queries, entries: readonly Entry[]): Promise<Held["gap"]> {
  const times = entries.flatMap(({ content }) => ("at" in content ? content.at : []));
  if (times.length === 0) return null;
  const to = times.reduce((most, at) => Math.max(most, at));
  return { from: Math.min(to, await lastMomentOf(tx)), to };
}

/** The last moment that the database has, milliseconds UTC; 0 if it has none. */
export async function lastMomentOf(tx: Queries): Promise<number> {
  const row = await tx.get<{ clear: number | null; audited: number | null }>(sql`
    select (select max(clear_at) from journal) as clear, (select max(at) from audit_log) as audited`);
  return Math.max(row?.clear ?? 0, row?.audited ?? 0);
}

function added(before: Readonly<Record<string, number>> = {}, more: Readonly<Record<string, number>>) {
  const sums = { ...before };
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
