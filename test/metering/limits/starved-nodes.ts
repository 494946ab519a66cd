import { migrate } from "../../../src/database/migrate.ts";
import type { RateLimit } from "../../../src/metering/rates/rate-limit.ts";
import { SharedRates } from "../../../src/metering/rates/shared-rates.ts";
import { createLimitStore, type LimitStore } from "../../../src/metering/store/limit-store.ts";
import { kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";
import { manualTiming } from "../manual-timing.ts";
import { decisionOf } from "./manual-rate-nodes.ts";
import { silentLog } from "./rate-nodes.ts";

export interface Starved {
  readonly limit: RateLimit;
  /** Between two calls of each of the two nodes. */
  readonly everyMs: number;
  readonly windows: number;
  /** How long each exchange with the database takes. */
  readonly leastMs: number;
  readonly mostMs: number;
  readonly seed: number;
}

export interface StarvedCounts {
  readonly admitted: number;
  readonly refused: number;
  readonly unavailable: number;
}

/** Calls two nodes beyond a rate limit while their database is slow, with manual time. */
export async function starve(run: Starved): Promise<StarvedCounts> {
  const fresh = await kinds[0]!.fresh();
  const db = await fresh.open();
  await migrate(db, migrations);
  const timing = manualTiming();
  const random = randomOf(run.seed);
  const pause = (ms: number) => new Promise<void>((resolve) => void timing.after(ms, resolve));
  const slow =
    (method: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      const half = (run.leastMs + random() * (run.mostMs - run.leastMs)) / 2;
      await pause(half);
      const answer = await method(...args);
      await pause(half);
      return answer;
    };
  const nodes = ["one", "other"].map((holder) => {
    const methods = Object.entries(createLimitStore(db)).map(([name, method]) => [
      name,
      slow(method as never),
    ]);
    const store = Object.fromEntries(methods) as unknown as LimitStore;
    return new SharedRates({ store, holder, timing, log: silentLog });
  });
  const counts = { admitted: 0, refused: 0, unavailable: 0 };
  const call = async (node: SharedRates) => {
    const { admitted, unavailable } = await decisionOf(() => node.take("s", run.limit));
    counts[unavailable ? "unavailable" : admitted ? "admitted" : "refused"] += 1;
  };
  const calls: Promise<void>[] = [];
  const lastingMs = run.windows * run.limit.renewal_period_s * 1000;
  for (let at = 0; at < lastingMs; at += run.everyMs) {
    calls.push(...nodes.map(call));
    await timing.advance(run.everyMs);
  }
  await timing.advance(1000);
  await Promise.all(calls);
  await fresh.end();
  return counts;
}

/** Numbers from 0 to 1 that follow from a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
