import type { CallClass } from "../format/lines.ts";
import { callLine, classOf } from "../format/lines.ts";
import { GrowingTree } from "../format/tree.ts";
import type { LinedCall } from "./proved-calls.ts";

/** Sums of calls of one operation and class. */
export type UsageSum = [operation: string, callClass: CallClass, calls: number, credits: number];

/** The calls of a subscription in a day. */
export class DayCalls {
  readonly tree = new GrowingTree();
  credits = 0;
  readonly #sums = new Map<string, UsageSum>();
  #last: UsageSum | undefined;

  add(call: LinedCall): void {
    this.tree.addLine(callLine(call));
    this.credits += call.credits;
    const callClass = classOf(call.status, call.credits);
    const last = this.#last;
    // Usually the next call has the same operation and class.
    if (last?.[0] === call.operation && last[1] === callClass) {
      last[2] += 1;
      last[3] += call.credits;
    } else this.#last = addUsage(this.#sums, [call.operation, callClass, 1, call.credits]);
  }

  get usage(): readonly UsageSum[] {
    return [...this.#sums.values()];
  }
}

function addUsage(sums: Map<string, UsageSum>, [operation, callClass, calls, credits]: UsageSum): UsageSum {
  const key = `${operation} ${callClass}`;
  const known = sums.get(key) ?? [operation, callClass, 0, 0];
  sums.set(key, known);
  known[2] += calls;
  known[3] += credits;
  return known;
}

/** Sums of all, by operation and class. */
export function mergedUsage(all: readonly UsageSum[]): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const sum of all) addUsage(sums, sum);
  return [...sums.values()].sort(([a, one], [b, other]) =>
    a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1,
  );
}

/** Adds all calls and credits of a usage to a sum. */
export function addTotals(sum: { calls: number; credits: number }, usage: readonly UsageSum[]): void {
  for (const [, , calls, credits] of usage) {
    sum.calls += calls;
    sum.credits += credits;
  }
}
