import type { Random } from "../../../../../test/metering/grants/random.ts";
import { callOf } from "../../../../../test/metering/test-nodes.ts";
import { base64, sha256 } from "../../../../../test/verify/proofs.ts";
import { dayMs } from "../../../../base/durations.ts";
import type { CallRecord } from "../../../../metering/usage/usage.ts";
import { dayOf, startOf } from "../../days/calendar.ts";

/** The first day of a history, whose days are numbered from 0. Its month ends in it. */
const firstDay = "2026-11-28";
export const subscriptions = ["s0", "s1", "s2"] as const;

export const startOfDay = (day: number): number => startOf(firstDay) + day * dayMs;
export const nameOfDay = (day: number): string => dayOf(startOfDay(day));

/** A call of a day's hours; `number` counts all of a history, so that later calls are later, several in a minute. */
export function madeCall(random: Random, prefix: string, day: number, number: number): CallRecord {
  const subscriptionId = `${prefix}${random.of(subscriptions)}`;
  const userId = `user-${random.of(["aa", "bq"])}`;
  return callOf(subscriptionId, random.int(0, 2), {
    at: startOfDay(day) + number * 20_000 + random.int(0, 19_999),
    requestId: `request ${prefix}${number}`,
    url: `/vin-decoder/${number}?č`,
    caller: { kind: "subscription", subscriptionId, userId, productId: "trial" },
  });
}

/** The line of a call, as the page of the format has it. The users of histories are no accounts: their salt is zeros. */
export function lineOf(journalId: string, seq: number, call: CallRecord): string {
  const { requestId, method, url, at, operation, status, credits } = call;
  const pad = (byte: number) => Buffer.alloc(64, byte);
  const message = `${requestId}\n${method}\n${url}`;
  const digest = sha256(pad(0x5c), sha256(pad(0x36), message)).subarray(0, 16);
  return `vingate-call/v1\t${journalId}/${seq}\t${at}\t${operation}\t${status}\t${credits}\t${base64(digest)}\n`;
}

export const numberedCalls = (records: readonly CallRecord[], from: number, to: number) =>
  records.slice(from, to).map((call, index) => ({ seq: from + index + 1, call }));

/** A row of a ledger. */
export interface LedgerRow {
  readonly id: string;
  readonly subscriptionId: string;
  readonly at: number;
  readonly kind: string;
  readonly delta: number;
}

export interface Journal {
  readonly id: string;
  /** The calls in its file. */
  readonly records: CallRecord[];
}
