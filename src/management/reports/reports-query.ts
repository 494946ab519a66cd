import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import type { Caller } from "../../http/caller.ts";
import { InvalidRequest } from "../../http/errors.ts";
import type { UsageScope } from "../../metering/usage/usage-read.ts";

const defaultMs = 7 * dayMs;

/** A moment of a window's end. */
export const moment = z.iso.datetime().optional();

/** A name to filter by; one that nothing has finds nothing. */
export const filter = z
  .string()
  .max(1000)
  // PostgreSQL's texts cannot hold it, so no row has it either.
  .refine((text) => !text.includes("\0"), "Text must not contain NUL characters")
  .optional();

export const windowEnds = {
  timestamp_ge: moment.describe(
    "The start of the window, included. If it is left out, seven days before timestamp_le.",
  ),
  timestamp_le: moment.describe(
    "The end of the window, included. If it is left out, the time of the request.",
  ),
};

/** A window as it was asked for, both ends in it, milliseconds. */
export interface Window {
  readonly ge: number;
  readonly le: number;
}

/** The window of a report. 422 where it ends before it begins. */
export function windowOf(
  query: { timestamp_ge?: string | undefined; timestamp_le?: string | undefined },
  now: number,
): Window {
  const le = query.timestamp_le === undefined ? now : Date.parse(query.timestamp_le);
  const ge = query.timestamp_ge === undefined ? le - defaultMs : Date.parse(query.timestamp_ge);
  if (ge > le)
    throw new InvalidRequest(
      ["query", "timestamp_ge"],
      "timestamp_ge must not be after timestamp_le",
      query.timestamp_ge ?? null,
    );
  return { ge, le };
}

/**
 * Whose calls a report holds. A customer's are its own whatever it asks for: another's user or subscription
 * has none in common with them, and reads as one that does not exist.
 */
export function scopeOf(
  caller: Caller,
  asked: { userId?: string | undefined; subscriptionId?: string | undefined; apiId?: string | undefined },
): UsageScope {
  const own = caller.kind === "user" && caller.role !== "operator" ? [caller.userId] : [];
  const { userId, subscriptionId, apiId } = asked;
  return { userIds: [...new Set(userId === undefined ? own : [...own, userId])], subscriptionId, apiId };
}

/** The header by which a report is asked for as CSV. */
export const Accept = z.object({ accept: z.string().optional() });
export type Accepting = z.output<typeof Accept>;

/** What reports out of roll-ups say of their windows. */
export const widenedNote =
  "Calls are counted by the minute, and by the hour where minutes are no longer kept: the window is widened to whole minutes or hours, and the timestamps of the answer say to which.";

/** The window that was counted; of a minute that has not ended only what was asked for can be in it. */
export function countedWindow(asked: Window, { from, to }: { from: number; to: number }, now: number) {
  return { timestamp_ge: isoTime(from), timestamp_le: isoTime(asked.le >= now ? asked.le : to - 1) };
}
