import { DatabaseUnavailable } from "../../../src/database/errors.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { migrations } from "../../../src/database/migrations.ts";
import { ApiError } from "../../../src/http/errors.ts";
import type { RateDecision, RateLimit } from "../../../src/metering/rates/rate-limit.ts";
import { SharedRates } from "../../../src/metering/rates/shared-rates.ts";
import { createLimitStore, type LimitStore } from "../../../src/metering/store/limit-store.ts";
import { kinds } from "../../database/databases.ts";
import { type ManualTiming, manualTiming } from "../manual-timing.ts";
import { silentLog } from "./rate-nodes.ts";

/** A call's verdict, and about when the window ends that it was given in. A call without a verdict got 503. */
export interface Told extends RateDecision {
  readonly unavailable: boolean;
  readonly endsAt: number;
  readonly waitedMs: number;
}

export interface ClockedNode {
  readonly rates: SharedRates;
  take(subscription: string, limit: RateLimit): Promise<Told>;
  /** Takes the database away from it, or gives it back; without, it might as well be dead. */
  away(isAway: boolean): void;
  /** Lets answers of the database wait, or go on. */
  freeze(isFrozen: boolean): void;
  readonly asked: Record<string, number>;
}

/** Nodes on one database, whose time is driven by hand. One kind of database is enough: the SQL is tested on both. */
export interface Clocked {
  readonly timing: ManualTiming;
  node(): Promise<ClockedNode>;
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
      let thawed = Promise.withResolvers<void>();
      thawed.resolve();
      const asked: Record<string, number> = {};
      const direct = createLimitStore(db);
      const store = Object.fromEntries(
        Object.entries(direct).map(([name, method]) => [
          name,
          async (...args: unknown[]) => {
            asked[name] = (asked[name] ?? 0) + 1;
            if (isAway) throw new DatabaseUnavailable("away");
            const answer = await (method as (...args: unknown[]) => Promise<unknown>)(...args);
            await thawed.promise;
            return answer;
          },
        ]),
      ) as unknown as LimitStore;
      const rates = new SharedRates({ store, holder: `node ${count}`, timing, log: silentLog });
      return {
        rates,
        asked,
        async take(subscription, limit) {
          const since = timing.monotonic();
          const verdict = await verdictOf(() => rates.take(subscription, limit));
          const now = timing.monotonic();
          return { ...verdict, endsAt: now + verdict.resetSeconds * 1000, waitedMs: now - since };
        },
        away(now) {
          isAway = now;
        },
        freeze(now) {
          thawed.resolve();
          if (now) thawed = Promise.withResolvers();
        },
      };
    },
    end: () => fresh.end(),
  };
}

async function verdictOf(take: () => RateDecision | Promise<RateDecision>) {
  try {
    return { ...(await take()), unavailable: false };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "unavailable")) throw error;
    return { admitted: false, remaining: 0, resetSeconds: 0, unavailable: true };
  }
}

/** The verdicts of each window; windows are periods apart, and the seconds told are rounded. */
export function byWindow(told: readonly Told[], periodMs: number): Told[][] {
  const windows: Told[][] = [];
  for (const each of [...told].sort((a, b) => a.endsAt - b.endsAt)) {
    const last = windows.at(-1);
    if (last && each.endsAt - last[0]!.endsAt < periodMs / 2) last.push(each);
    else windows.push([each]);
  }
  return windows;
}
