import type { Database } from "../../database/database.ts";
import type { KeySlot } from "../../http/caller.ts";
import { type UsageClass, usageClass } from "../usage/usage-aggregate.ts";
import { type CallLabels, type LoggedCall, newestFirst } from "./chunk-codec.ts";
import type { LogScope, TimeRange } from "./chunk-filter.ts";
import { type CallFilter, matcherOf, scan } from "./request-search.ts";

/** Calls that ended with the same error. */
export interface ErrorGroup {
  readonly status: number;
  readonly errorCode: string | null;
  readonly calls: number;
  /** The newest of them. */
  readonly last: Pick<LoggedCall, "at" | "requestId" | "journalId" | "seq">;
}

/** The calls of one of a subscription's keys. */
export interface KeyGroup {
  readonly subscriptionId: string;
  /** Null: from before keys were recorded. */
  readonly key: KeySlot | null;
  /** By how they ended. */
  readonly calls: Readonly<Record<UsageClass, number>>;
  readonly credits: number;
  /** The time of the newest. */
  readonly lastAt: number;
}

/** A report reads more of the log than a search: some 300 ms, in parts between which other work runs. */
const grouped = { heads: 10_000, chunks: 4000 };

/**
 * Groups the errors among the calls that match, the commonest first. Test calls count only if the filter names their key.
 */
export async function groupErrors(
  db: Database,
  scope: LogScope,
  filter: CallFilter,
  range: TimeRange,
): Promise<{ readonly groups: ErrorGroup[]; readonly from: number }> {
  const matcher = matcherOf(filter);
  const counted = (one: CallLabels) => one.status >= 400 && (one.key !== "test" || filter.key === "test");
  const errors = { ...matcher, labels: (one: CallLabels) => counted(one) && matcher.labels(one) };
  const groups = new Map<string, { calls: number; last: LoggedCall }>();
  const from = await scan(
    db,
    scope,
    errors,
    range,
    (calls) => {
      for (const call of calls) {
        const name = `${call.labels.status} ${call.labels.errorCode}`;
        const group = groups.get(name);
        if (!group) groups.set(name, { calls: 1, last: call });
        else {
          group.calls += 1;
          if (newestFirst(call, group.last) < 0) group.last = call;
        }
      }
    },
    grouped,
  );
  return {
    from,
    groups: [...groups.values()]
      .map(({ calls, last }) => {
        const { status, errorCode } = last.labels;
        return { status, errorCode, calls, last };
      })
      .sort((a, b) => b.calls - a.calls || newer(a.last, b.last)),
  };
}

const newer = (a: ErrorGroup["last"], b: ErrorGroup["last"]) =>
  b.at - a.at || (a.requestId < b.requestId ? 1 : -1);

const noCalls: KeyGroup["calls"] = { success: 0, blocked: 0, failed: 0, fault: 0, other: 0 };

/** Adds calls to the sums of their keys. */
export function addToKeys(
  groups: Map<string, KeyGroup>,
  {
    subscriptionId,
    key,
    status,
    calls,
    credits,
    lastAt,
  }: Pick<KeyGroup, "subscriptionId" | "key" | "credits" | "lastAt"> & {
    readonly status: number;
    readonly calls: number;
  },
): void {
  const name = `${subscriptionId} ${key}`;
  const before = groups.get(name);
  const ended = usageClass(status);
  const sums = before?.calls ?? noCalls;
  groups.set(name, {
    subscriptionId,
    key,
    calls: { ...sums, [ended]: sums[ended] + calls },
    credits: (before?.credits ?? 0) + credits,
    lastAt: Math.max(before?.lastAt ?? 0, lastAt),
  });
}

export const callsOf = ({ calls }: KeyGroup): number =>
  Object.values(calls).reduce((sum, own) => sum + own, 0);

/** Keys with the most calls first. */
export const sortedKeys = (groups: ReadonlyMap<string, KeyGroup>): KeyGroup[] =>
  [...groups].sort(([a, x], [b, y]) => callsOf(y) - callsOf(x) || (a < b ? -1 : 1)).map(([, group]) => group);

/** Groups the calls that match by key. Those of test keys are groups of their own. */
export async function groupKeys(
  db: Database,
  scope: LogScope,
  filter: CallFilter,
  range: TimeRange,
): Promise<{ readonly groups: KeyGroup[]; readonly from: number }> {
  const groups = new Map<string, KeyGroup>();
  const from = await scan(
    db,
    scope,
    matcherOf(filter),
    range,
    (calls) => {
      for (const { at, caller, labels } of calls) {
        const { key, status, credits } = labels;
        addToKeys(groups, {
          subscriptionId: caller.subscriptionId,
          key,
          status,
          calls: 1,
          credits,
          lastAt: at,
        });
      }
    },
    grouped,
  );
  return { groups: sortedKeys(groups), from };
}
