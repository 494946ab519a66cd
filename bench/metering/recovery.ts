import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/database/database.ts";
import { journalsFolder } from "../../src/metering/journal/journal-directory.ts";
import type { Metering } from "../../src/metering/metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { findJournal } from "../../src/metering/sharing/journal-rows.ts";
import { callOf } from "../../test/metering/test-nodes.ts";
import { fillBalances } from "../common/accounts.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure, median, p99 } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { scaled } from "../common/settings.ts";
import { leaseAll } from "./applying.ts";
import { fillJournal, withMetering } from "./journal.ts";

/** About 800 MB of a dead process's calls. */
const calls = 1000 * scaled(3300);
const subscriptions = 10_000;
const callsPerSecond = 20_000;
const firstCalls = 20_000;
/** First calls per second during the recovery, and at the same time without one. */
const perSecond = 50;
const secondsAlone = 10;

const nameOf = (index: number): string => `subscription-${index}-of-many`;
const coldName = (index: number): string => `cold-${index}`;

/** Subscriptions' first calls until `ended`, at a steady rate; their waits in milliseconds, and outcomes. */
async function callCold(metering: Metering, from: number, ended: () => boolean) {
  const waits: number[] = [];
  const outcomes: Record<string, number> = {};
  const call = async (index: number): Promise<void> => {
    const begun = performance.now();
    const admitted = await metering.admit(coldName(index), 1);
    waits.push(performance.now() - begun);
    const served = admitted instanceof CreditReservation;
    const outcome = served ? "served" : admitted.kind;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (served) await admitted.settle(callOf(coldName(index), 1, { at: Date.now() }));
  };
  const pending: Promise<void>[] = [];
  for (let index = from; index < from + firstCalls && !ended(); index++) {
    pending.push(call(index));
    await Bun.sleep(1000 / perSecond);
  }
  await Promise.all(pending);
  return { waits, outcomes };
}

async function fillAll(db: Database, dataDir: string) {
  const names = Array.from({ length: subscriptions }, (_, index) => nameOf(index));
  const colds = Array.from({ length: 3 * firstCalls }, (_, index) => coldName(index));
  await fillBalances(db, [
    ...names.map((name) => [name, 10 * calls] as const),
    ...colds.map((name) => [name, 1000] as const),
  ]);
  const start = Date.now();
  const directory = await fillJournal(db, journalsFolder(dataDir), calls, (index) => {
    const at = start + Math.floor((1000 * index) / callsPerSecond);
    const name = nameOf((index * 7919) % subscriptions);
    return callOf(name, 1, { at, requestId: crypto.randomUUID(), key: "primary" });
  });
  await leaseAll(db, directory.id, names, calls);
  directory.lock.release();
  const bytes = readdirSync(directory.path).reduce(
    (sum, name) => sum + statSync(join(directory.path, name)).size,
    0,
  );
  return { journalId: directory.id, bytes };
}

/** How long first calls wait while a dead process's large journal is applied. */
export function benchRecovery(): Promise<Figure[]> {
  const work = (folder: string) =>
    onEachDatabase(async (db, fresh) => {
      const dataDir = join(folder, db.dialect);
      const { journalId, bytes } = await fillAll(db, dataDir);
      return withMetering(fresh, join(folder, "other"), (other) =>
        withMetering(fresh, dataDir, (node) => measure(db, journalId, bytes, node, other)),
      );
    });
  return inFolder(work);
}

async function measure(db: Database, journalId: string, bytes: number, node: Metering, other: Metering) {
  const { dialect } = db;
  const begun = performance.now();
  let open = true;
  const isOpen = async () => {
    while (open) {
      await Bun.sleep(200);
      open = (await findJournal(db, journalId))?.state === "open";
    }
  };
  const [ofNode, ofOther] = await Promise.all([
    callCold(node, 0, () => !open),
    callCold(other, firstCalls, () => !open),
    isOpen(),
  ]);
  const seconds = (performance.now() - begun) / 1000;
  const until = performance.now() + 1000 * secondsAlone;
  const alone = await callCold(node, 2 * firstCalls, () => performance.now() > until);
  const wait = (name: string, { waits, outcomes }: typeof alone, target: string) =>
    figure(
      `${dialect}: wait of a first call, p99, ${name}`,
      p99(waits),
      "ms",
      `${target}median ${median(waits).toFixed(1)}, longest ${Math.max(...waits).toFixed(0)}; ${JSON.stringify(outcomes)}`,
    );
  const note = `${count(calls)} calls of ${count(subscriptions)} subscriptions, ${count(Math.round(bytes / 1e6))} MB`;
  return [
    figure(
      `${dialect}: journal recovered, beside ${2 * perSecond} first calls per second`,
      seconds,
      "s",
      note,
    ),
    wait("on the recovering node", ofNode, "target ≤ 100; "),
    wait("on another node", ofOther, "target ≤ 100; "),
    wait("without a recovery", alone, ""),
  ];
}
