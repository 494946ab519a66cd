import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import type { Caller } from "../../http/caller.ts";
import { InvalidRequest } from "../../http/errors.ts";
import type { UsageScope } from "../../metering/usage/usage-read.ts";

const defaultMs = 7 * dayMs;

/** An end of a time range. */
export const moment = z.iso.datetime().optional();

/** A name to filter by; an unknown name finds nothing. */
export const filter = z
  .string()
  .max(1000)
  // PostgreSQL's texts cannot contain it, so no row has it.
  .refine((text) => !text.includes("\0"), "Text must not contain NUL characters")
  .meta({ accepts: "^[^\\u0000]*$" })
  .optional();

export const windowEnds = {
  timestamp_ge: moment.describe(
    "The start of the time range, inclusive. Default: seven days before timestamp_le.",
  ),
  timestamp_le: moment.describe("The end of the time range, inclusive. Default: the time of the request."),
};

/** A requested time range, both ends included, milliseconds. */
export interface Window {
  readonly ge: number;
  readonly le: number;
}

/** The time range of a report. 422 if it ends before it begins. */
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
 * Whose calls a report contains. A customer gets its own calls only: another's user or subscription reads as
 * one that does not exist.
 */
export function scopeOf(
  caller: Caller,
  requested: { userId?: string | undefined; subscriptionId?: string | undefined; apiId?: string | undefined },
): UsageScope {
  const own = caller.kind === "user" && caller.role !== "operator" ? [caller.userId] : [];
  const { userId, subscriptionId, apiId } = requested;
  return { userIds: [...new Set(userId === undefined ? own : [...own, userId])], subscriptionId, apiId };
}

/** What reports made from rollups state of their time range. */
export const widenedNote =
  "Calls are counted per minute, and per hour for times whose minutes are no longer kept. The time range is widened to whole minutes or hours; the response's timestamps give the result.";

/** The time range counted. The current minute only contains calls up to now. */
export function countedWindow(requested: Window, { from, to }: { from: number; to: number }, now: number) {
  return { timestamp_ge: isoTime(from), timestamp_le: isoTime(requested.le >= now ? requested.le : to - 1) };
}

/** What reports made from the request log state of their time range. */
export const LogWindow = {
  searched_from: z.iso
    .datetime()
    .optional()
    .describe(
      "Set if only part of the time range was searched: the search reached back to this time. Send it as timestamp_le to search older calls.",
    ),
  timestamp_ge: z.iso.datetime(),
  timestamp_le: z.iso.datetime(),
};

/** The same of a search of `logged`, the part that the log still has, which ended at `from`. */
export function logWindow({ ge, le }: Window, logged: { readonly from: number }, from: number) {
  return {
    ...(from > logged.from && { searched_from: isoTime(from) }),
    timestamp_ge: isoTime(ge),
    timestamp_le: isoTime(le),
  };
}
