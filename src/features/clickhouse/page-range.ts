import { ceilTo, floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import type { LogScope, TimeRange } from "../../metering/requests/chunk-filter.ts";
import { type CountedRange, countRange } from "../../metering/requests/request-log.ts";
import { countUsage, usedPart } from "../../metering/usage/usage-read.ts";
import { slices } from "../../metering/usage/usage-spans.ts";

/** A part of a time range that has a page, and how many of its newest calls are before the page. */
export interface PageRange extends TimeRange {
  readonly total: number;
  readonly skip: number;
}

/** An hour of one caller is read whole; more calls are read by the minute. */
const hourCallsMax = 20_000;

/**
 * Finds where a page of a scope's calls is, newest first. The rollups contain how many calls each hour and minute
 * has, so that the last page costs as much as the first.
 */
export async function findPage(
  db: Database,
  scope: LogScope,
  range: TimeRange,
  { skip, size }: { readonly skip: number; readonly size: number },
  countPart: (from: number, to: number) => Promise<CountedRange>,
): Promise<PageRange> {
  const used = await usedPart(db, range.from, range.to);
  const counted = await countRange(db, scope, used, countPart);
  const total = counted.reduce((sum, { calls }) => sum + calls, 0);
  const coarse = coverPage(counted, skip, size);
  const fine: CountedRange[] = [];
  for (const part of coarse.parts) {
    const splits = part.to - part.from > minuteMs && part.calls > hourCallsMax;
    const minutes = splits ? await countUsage(db, scope, slices("minute", part.from, part.to)) : [];
    fine.push(...(minutes.length > 0 ? minutes : [part]));
  }
  const { parts, skip: rest } = coverPage(fine, coarse.skip, size);
  const [newest, oldest] = [parts[0], parts.at(-1)];
  if (!newest || !oldest) return { from: range.from, to: range.from, total, skip: 0 };
  return { from: oldest.from, to: newest.to, total, skip: rest };
}

/** The ranges that have `size` calls after the newest `skip`, and how many of theirs are to be skipped. */
function coverPage(counted: readonly CountedRange[], skip: number, size: number) {
  const parts: CountedRange[] = [];
  let passed = 0;
  let covered = 0;
  for (const part of counted) {
    if (parts.length === 0 && passed + part.calls <= skip) passed += part.calls;
    else if (covered < skip - passed + size) {
      parts.push(part);
      covered += part.calls;
    }
  }
  return { parts, skip: skip - passed };
}

/** The newest part of a time range in which a scope has about so many calls at most, on whole hours. */
export async function newestPart(
  db: Database,
  scope: LogScope,
  range: TimeRange,
  callsMax: number,
): Promise<TimeRange> {
  if (range.to - range.from <= hourMs) return range;
  const used = await usedPart(db, range.from, range.to);
  let calls = 0;
  for (const hour of await countUsage(db, scope, hoursOf(used))) {
    calls += hour.calls;
    if (calls > callsMax && hour.to < range.to) return { from: Math.max(range.from, hour.to), to: range.to };
  }
  return range;
}

/** Windows of a time range with calls of anyone, oldest first: hours, or minutes of busy hours. */
export async function windowsOf(db: Database, range: TimeRange, callsMax: number): Promise<TimeRange[]> {
  const everyone = { userIds: [] };
  const windows: TimeRange[] = [];
  const used = await usedPart(db, range.from, range.to);
  for (const hour of (await countUsage(db, everyone, hoursOf(used))).reverse()) {
    const minutes =
      hour.calls > callsMax ? await countUsage(db, everyone, slices("minute", hour.from, hour.to)) : [hour];
    windows.push(...minutes.reverse());
  }
  return windows
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from < to);
}

const hoursOf = ({ from, to }: TimeRange) =>
  from < to ? slices("hour", floorTo(from, hourMs), ceilTo(to, hourMs)) : [];
