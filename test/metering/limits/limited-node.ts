// Run by tests: a node that makes calls under a rate limit and a quota until its time is over. It prints each
// answered call after its record is written.
import { writeSync } from "node:fs";
import type { Quota } from "../../../src/access/policy/quota.ts";
import { createLog } from "../../../src/base/log.ts";
import type { DatabaseOptions } from "../../../src/database/open.ts";
import { createLimits } from "../../../src/metering/limits.ts";
import { openMetering } from "../../../src/metering/open-metering.ts";
import type { QuotaReservation } from "../../../src/metering/quotas/leased-quota.ts";
import type { RateLimit } from "../../../src/metering/rates/rate-limit.ts";
import { startStore, storeSetup } from "../../../src/metering/store/store-thread.ts";
import { callOf } from "../test-nodes.ts";

export interface LimitedTask {
  readonly dataDir: string;
  readonly database: DatabaseOptions;
  readonly name: string;
  readonly subscription: string;
  readonly rate?: RateLimit;
  readonly quota?: Quota;
  readonly callers: number;
  /** How long the callers continue; up to ten times as long until a call is refused, on a busy machine. */
  readonly forMs: number;
  /** The cost of every call. */
  readonly workMs: number;
}

const task = JSON.parse(process.argv[2]!) as LimitedTask;
const { subscription, rate, quota } = task;
const say = (line: string): void => void writeSync(1, `${line}\n`);
const line = (text: string): void => void writeSync(2, text);
const log = createLog(Date.now, line);

const store = startStore(storeSetup({ ...task, leaseTtlMs: 900_000 }), line);
const metering = await openMetering({
  store,
  dataDir: task.dataDir,
  sync: "interval",
  journalMax: 2 ** 30,
  staleMs: 60_000,
  leaseTtlMs: 900_000,
  node: task.name,
  log,
});
const limits = createLimits({ store, journal: metering, log });
say("ready");
// All nodes begin at once.
for await (const chunk of process.stdin) if (String(chunk).includes("go")) break;

const until = performance.now() + task.forMs;
const latest = performance.now() + 10 * task.forMs;
let refusals = 0;

async function taken(at: number): Promise<QuotaReservation | "refused" | undefined> {
  try {
    if (rate && !(await limits.rates.take(subscription, rate)).admitted) return "refused";
    return quota && (await limits.quotas.take(subscription, quota, at));
  } catch {
    return "refused";
  }
}

async function call(): Promise<void> {
  const at = Date.now();
  const hold = await taken(at);
  if (hold === "refused") {
    say("refused");
    refusals += 1;
    // A refused caller pauses.
    await Bun.sleep(5);
    return;
  }
  // The duration of a lookup.
  if (task.workMs > 0) await Bun.sleep(task.workMs);
  // One in five is invalid and releases its quota.
  const status = quota && Math.random() < 0.2 ? 422 : 200;
  if (quota) await metering.record(callOf(subscription, 0, { at, status }));
  say(status === 200 ? "answered" : "wrong");
  if (status === 200) hold?.use(900);
  hold?.settle(status === 200);
}

async function caller(): Promise<void> {
  while (performance.now() < (refusals === 0 ? latest : until)) await call();
}

await Promise.all(Array.from({ length: task.callers }, caller));
await limits.close();
await metering.close();
process.exit(0);
