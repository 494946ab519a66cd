import { DatabaseUnavailable } from "../../../src/database/errors.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { ApiError } from "../../../src/http/errors.ts";
import type { RateDecision, RateLimit } from "../../../src/metering/rates/rate-limit.ts";
import { SharedRates } from "../../../src/metering/rates/shared-rates.ts";
import { createLimitStore, type LimitStore } from "../../../src/metering/store/limit-store.ts";
import { kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";
import { type ManualTiming, manualTiming } from "../manual-timing.ts";
import { admitted, silentLog } from "./rate-nodes.ts";

/** The decision on a call and the approximate end of its window. A call without a decision got 503. */
export interface RateResult extends RateDecision {
  readonly unavailable: boolean;
  readonly endsAt: number;
  readonly waitedMs: number;
}

export interface ClockedNode {
  readonly rates: SharedRates;
  take(subscription: string, limit: RateLimit): Promise<RateResult>;
  /** Disconnects the database or reconnects it. */
  away(isAway: boolean): void;
  /** Delays the database's responses, or those of one operation, or sends them on. */
  freeze(isFrozen: boolean, operation?: keyof LimitStore): void;
  readonly requested: Record<string, number>;
}

/** Nodes on one database with manual time. One kind of database is enough: the SQL is tested on both. */
export interface Clocked {
  readonly timing: ManualTiming;
  node(): Promise<ClockedNode>;
  /** Returns how many of this many simultaneous calls are admitted, and advances the time. */
  admits(
    node: ClockedNode,
    limit: RateLimit,
    count: number,
    ms?: number,
    subscription?: string,
  ): Promise<number>;
  end(): Promise<void>;
}

export async function clocked(): Promise<Clocked> {
  const fresh = await kinds[0]!.fresh();
  const db = await fresh.open();
  await migrate(db, migrations);
  const timing = manualTiming();
  let count = 0;
  return {
    timing,
    async node() {
      count += 1;
      let isAway = false;
      let frozen: keyof LimitStore | undefined;
      let thawed = Promise.withResolvers<void>();
      thawed.resolve();
      const requested: Record<string, number> = {};
      const direct = createLimitStore(db);
      const store = Object.fromEntries(
        Object.entries(direct).map(([name, method]) => [
          name,
          async (...args: unknown[]) => {
            requested[name] = (requested[name] ?? 0) + 1;
            if (isAway) throw new DatabaseUnavailable("away");
            const answer = await (method as (...args: unknown[]) => Promise<unknown>)(...args);
            if (frozen === undefined || frozen === name) await thawed.promise;
            return answer;
          },
        ]),
      ) as unknown as LimitStore;
      const rates = new SharedRates({ store, holder: `node ${count}`, timing, log: silentLog });
      return {
        rates,
        requested,
        async take(subscription, limit) {
          const since = timing.monotonic();
          const decision = await decisionOf(() => rates.take(subscription, limit));
          const now = timing.monotonic();
          return { ...decision, endsAt: now + decision.resetSeconds * 1000, waitedMs: now - since };
        },
        away(now) {
          isAway = now;
        },
        freeze(now, operation) {
          frozen = operation;
          thawed.resolve();
          if (now) thawed = Promise.withResolvers();
        },
      };
    },
    async admits(node, limit, calls, ms = 1200, subscription = "s") {
      const received = Promise.all(Array.from({ length: calls }, () => node.take(subscription, limit)));
      await timing.advance(ms);
      return admitted(await received);
    },
    end: () => fresh.end(),
  };
}

/** The decision on a call, which is `unavailable` if it got 503. */
export async function decisionOf(take: () => RateDecision | Promise<RateDecision>) {
  try {
    return { ...(await take()), unavailable: false };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "unavailable")) throw error;
    return { admitted: false, remaining: 0, resetSeconds: 0, unavailable: true };
  }
}

/** Groups decisions by window. Windows are periods apart; the reported seconds are rounded. */
export function byWindow(results: readonly RateResult[], periodMs: number): RateResult[][] {
  const windows: RateResult[][] = [];
  for (const each of [...results].sort((a, b) => a.endsAt - b.endsAt)) {
    const last = windows.at(-1);
    if (last && each.endsAt - last[0]!.endsAt < periodMs / 2) last.push(each);
    else windows.push([each]);
  }
  return windows;
}
