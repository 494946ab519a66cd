import { join } from "node:path";
import { systemTiming } from "../../src/base/timing.ts";
import type { Database } from "../../src/database/database.ts";
import { JournalApplier } from "../../src/metering/apply/journal-applier.ts";
import { closeJournal } from "../../src/metering/credits/close-journal.ts";
import {
  createJournalDirectory,
  journalsFolder,
  removeJournalDirectory,
} from "../../src/metering/journal/journal-directory.ts";
import type { Metering } from "../../src/metering/metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { callOf } from "../../test/metering/test-nodes.ts";
import { fillBalances } from "../common/accounts.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure, p99 } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { processorTime } from "../common/measure.ts";
import { scaled, secondsOr } from "../common/settings.ts";
import { createJournal, fillJournal, withMetering } from "./journal.ts";

const callers = 64;
const subscriptions = 50;
const warmMs = 500;
const measuredMs = 1000 * secondsOr(2);
/** Callers without delay write faster than a database applies: the limit lets applying finish in time. */
const callsMax = 300_000;
const appliedCalls = 1000 * scaled(100);

/** 64 callers, each of which awaits its call before the next; resolves to the waits in ms. */
async function load(
  milliseconds: number,
  call: (index: number, count: number) => Promise<void>,
  max = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  let until = performance.now() + milliseconds;
  const waits: number[] = [];
  const caller = async (index: number) => {
    try {
      for (let count = 0; performance.now() < until && waits.length < max; count++) {
        const from = performance.now();
        await call(index, count);
        waits.push(performance.now() - from);
      }
    } finally {
      // After a failure the other callers would use what is closed.
      until = 0;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  return waits;
}

/** The journal alone: no credits, no database. */
async function measureJournal(folder: string): Promise<Figure[]> {
  const { journal, close } = createJournal(createJournalDirectory(folder), true);
  const append = (index: number) => journal.append(callOf(`s${index}`, 1));
  await load(warmMs, append);
  const { first, result: waits } = await processorTime(() => load(measuredMs, append));
  await close();
  const rate = waits.length / (measuredMs / 1000);
  return [
    figure("journal: calls written", rate, "calls/s", "64 callers, synced every 100 ms"),
    figure("journal: p99 until written", p99(waits), "ms"),
    figure("journal: CPU a call", first / waits.length, "µs"),
  ];
}

async function measureApplying(db: Database, journals: string): Promise<Figure> {
  const at = Date.now();
  const directory = await fillJournal(db, journals, appliedCalls, (index) =>
    callOf(`s${index % subscriptions}`, 1, { at: at + Math.floor(index / 1000) * 100 }),
  );
  const applier = new JournalApplier(db, directory, { timing: systemTiming });
  const { seconds } = await processorTime(() => applier.apply(appliedCalls));
  applier.close();
  // Otherwise metering would recover it during the next measurement.
  await closeJournal(db, directory.id, appliedCalls, Date.now());
  removeJournalDirectory(directory);
  const note = `${count(appliedCalls)} calls of ${subscriptions} subscriptions, with log and rollups`;
  return figure(`${db.dialect}: calls applied`, appliedCalls / seconds, "calls/s", note);
}

/** Calls from admission to application: the serving thread until they are recorded, the process until applied. */
async function measureCalls({ dialect }: Database, metering: Metering): Promise<Figure[]> {
  const call = async (index: number, count: number) => {
    const id = `s${(index + count) % subscriptions}`;
    const admitted = await metering.admit(id, 1);
    if (!(admitted instanceof CreditReservation)) throw new Error(`refused: ${JSON.stringify(admitted)}`);
    await admitted.settle(callOf(id, 1, { at: Date.now() }));
  };
  await load(warmMs, call, callsMax / 10);
  await metering.flush();
  const { own, seconds, result } = await processorTime(async () => {
    const recorded = await processorTime(() => load(measuredMs, call, callsMax));
    await metering.flush();
    return recorded;
  });
  const { first, result: waits } = result;
  const rate = waits.length / seconds;
  const wholeNote = "with sync and applying, without the server's";
  return [
    figure(
      `${dialect}: calls admitted, written and applied`,
      rate,
      "calls/s",
      "64 callers, until all is applied",
    ),
    figure(`${dialect}: p99 of a call`, p99(waits), "ms", "admission and record"),
    figure(`${dialect}: CPU a call, serving thread`, first / waits.length, "µs"),
    figure(`${dialect}: CPU a call, whole process`, own / waits.length, "µs", wholeNote),
  ];
}

/** The cost of metering a call, and its rate. */
export function benchMetering(): Promise<Figure[]> {
  const work = async (folder: string) => [
    ...(await measureJournal(folder)),
    ...(await onEachDatabase(async (db, fresh) => {
      await fillBalances(
        db,
        Array.from({ length: subscriptions }, (_, index) => [`s${index}`, 100_000_000]),
      );
      const dataDir = join(folder, db.dialect);
      const applied = await measureApplying(db, journalsFolder(dataDir));
      return [applied, ...(await withMetering(fresh, dataDir, (metering) => measureCalls(db, metering)))];
    })),
  ];
  return inFolder(work);
}
