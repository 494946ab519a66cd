// Run by tests: a node that makes calls until it is killed or stopped. It prints what it sent and what was
// acknowledged, each line before the next action.
import { writeSync } from "node:fs";
import { createLog } from "../../src/base/log.ts";
import type { DatabaseOptions } from "../../src/database/open.ts";
import type { JournalSync } from "../../src/metering/journal/journal-disk.ts";
import { openMetering } from "../../src/metering/open-metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { startStore, storeSetup } from "../../src/metering/store/store-thread.ts";
import { callOf } from "./test-nodes.ts";

export interface CallingTask {
  readonly dataDir: string;
  readonly database: DatabaseOptions;
  readonly name: string;
  readonly sync: JournalSync;
  readonly subscriptions: readonly string[];
  readonly callers: number;
  /** Calls of each caller; unlimited if absent. */
  readonly calls?: number;
  /** Longest pause of a lookup. */
  readonly workMs: number;
}

const task = JSON.parse(process.argv[2]!) as CallingTask;
const say = (line: string): void => void writeSync(1, `${line}\n`);
const line = (text: string): void => void writeSync(2, text);

const metering = await openMetering({
  store: startStore(storeSetup({ ...task, leaseTtlMs: 900_000 }), line),
  dataDir: task.dataDir,
  sync: task.sync,
  journalMax: 2 ** 30,
  staleMs: 60_000,
  leaseTtlMs: 900_000,
  node: task.name,
  log: createLog(Date.now, line),
});
let stopping = false;
process.on("SIGTERM", () => {
  stopping = true;
});
say("ready");
// All nodes begin at once.
for await (const chunk of process.stdin) if (String(chunk).includes("go")) break;

async function call(id: string, subscription: string): Promise<void> {
  say(`sent ${id}`);
  let admitted = await metering.admit(subscription, 1);
  // A counted call is repeated while other nodes may still release credits.
  while (task.calls !== undefined && "kind" in admitted && admitted.kind === "unavailable")
    admitted = await metering.admit(subscription, 1);
  if (!(admitted instanceof CreditReservation)) {
    say(`${admitted.kind} ${id}`);
    // A client pauses before it retries.
    if (task.calls === undefined) await Bun.sleep(50);
    return;
  }
  // The duration of a lookup.
  if (task.workMs > 0) await Bun.sleep(Math.random() * task.workMs);
  const missing = task.calls === undefined && Math.random() < 0.2;
  await admitted.settle(callOf(subscription, missing ? 0 : 1, { requestId: id, at: Date.now() }));
  say(`${missing ? "missing" : "served"} ${id} ${subscription}`);
}

async function caller(index: number): Promise<void> {
  for (let count = 0; !stopping && count < (task.calls ?? Number.POSITIVE_INFINITY); count++) {
    // In endless runs a caller keeps one subscription, so that an exhausted one does not slow down the
    // others.
    const turn = task.calls === undefined ? index : count;
    const subscription = task.subscriptions[turn % task.subscriptions.length]!;
    await call(`${task.name}-${process.pid}-${index}-${count}`, subscription);
  }
}

await Promise.all(Array.from({ length: task.callers }, (_, index) => caller(index)));
await metering.close();
say("closed");
process.exit(0);
