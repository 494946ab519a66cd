import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../src/base/log.ts";
import { systemTiming } from "../src/base/timing.ts";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { migrations } from "../src/database/migrations.ts";
import { JournalApplier } from "../src/metering/apply/journal-applier.ts";
import { Journal } from "../src/metering/journal/journal.ts";
import {
  createJournalDirectory,
  type JournalDirectory,
  journalsFolder,
  removeJournalDirectory,
} from "../src/metering/journal/journal-directory.ts";
import { createSyncer, syncHere } from "../src/metering/journal/sync.ts";
import type { Metering } from "../src/metering/metering.ts";
import { openMetering } from "../src/metering/open-metering.ts";
import { CreditReservation } from "../src/metering/reservation.ts";
import { closeJournal } from "../src/metering/sharing/close-journal.ts";
import { openJournal } from "../src/metering/sharing/journal-rows.ts";
import { startStore, storeSetup } from "../src/metering/store/store-thread.ts";
import { type Fresh, type Kind, kinds } from "../test/database/databases.ts";
import { callOf, grant } from "../test/metering/test-nodes.ts";
import { type Figure, table } from "./figure.ts";

const callers = 64;
const subscriptions = 50;
const warmMs = 500;
const measuredMs = 2000;
/** Callers that wait for nothing write faster than a database applies: so many, and the applying ends in time. */
const callsMax = 300_000;
const appliedCalls = 100_000;
const ticksPerSecond = 100;
/** Far beyond what any step takes, on a disk that others use as well. */
const stepMs = 90_000;

/** Processor time of the thread that serves, and of the whole process, in microseconds. */
function cpuMicros(): { main: number; all: number } {
  const all = process.cpuUsage();
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { main: (ticks * 1e6) / ticksPerSecond, all: all.user + all.system };
}

/** The promise's outcome, or a failure that names the step where it has none in time. */
async function within<T>(step: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${step}: no end within ${stepMs / 1000} s`)), stepMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** 64 callers, each waiting for its record before the next call; resolves to their waits, sorted. */
async function load(
  milliseconds: number,
  call: (index: number, count: number) => Promise<void>,
  most = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  let until = performance.now() + milliseconds;
  const waits: number[] = [];
  const caller = async (index: number) => {
    for (let count = 0; performance.now() < until && waits.length < most; count++) {
      const from = performance.now();
      await call(index, count);
      waits.push(performance.now() - from);
    }
  };
  const all = Array.from({ length: callers }, (_, index) =>
    caller(index).catch((error: unknown) => {
      // The others must not go on when what they call is closed.
      until = 0;
      throw error;
    }),
  );
  await within("calls", Promise.all(all));
  return waits.sort((a, b) => a - b);
}

const p99 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

/** The journal alone: no credits, no database. */
async function measureJournal(folder: string): Promise<Figure[]> {
  const directory = createJournalDirectory(folder);
  const syncer = createSyncer();
  const journal = new Journal(directory, {
    sync: "interval",
    syncer,
    timing: systemTiming,
    unappliedMax: 2 ** 40,
    written: () => undefined,
    fault: () => undefined,
  });
  const append = (index: number) => journal.append(callOf(`s${index}`, 1));
  await load(warmMs, append);
  const before = cpuMicros();
  const waits = await load(measuredMs, append);
  const cpu = cpuMicros().main - before.main;
  await within("the journal's close", journal.close());
  journal.release(false);
  syncer.close();
  return [
    {
      name: "journal: calls written",
      value: waits.length / (measuredMs / 1000),
      unit: "calls/s",
      note: "64 callers, synced every 100 ms",
    },
    { name: "journal: p99 until written", value: p99(waits), unit: "ms" },
    { name: "journal: CPU a call", value: cpu / waits.length, unit: "µs" },
  ];
}

/** A journal full of calls, which the database knows. */
async function fill(folder: string, db: Database): Promise<JournalDirectory> {
  const directory = createJournalDirectory(folder);
  const { id, place } = directory;
  await openJournal(db, { journalId: id, node: "bench", place, at: Date.now() });
  const journal = new Journal(directory, {
    sync: "never",
    syncer: syncHere,
    timing: systemTiming,
    unappliedMax: 2 ** 40,
    written: () => undefined,
    fault: () => undefined,
  });
  const at = Date.now();
  for (let from = 0; from < appliedCalls; from += 1000)
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        journal.append(callOf(`s${(from + index) % subscriptions}`, 1, { at: at + from / 10 })),
      ),
    );
  await journal.close();
  return directory;
}

async function measureApplying(kind: Kind, journals: string, fresh: Fresh): Promise<Figure> {
  const db = await fresh.open({ synchronous: "normal" });
  const directory = await fill(journals, db);
  const folder = new JournalApplier(db, directory, { timing: systemTiming });
  const started = performance.now();
  await within("applying", folder.apply(appliedCalls));
  const seconds = (performance.now() - started) / 1000;
  folder.close();
  // Else metering would recover it while its calls are measured.
  await closeJournal(db, directory.id, appliedCalls, Date.now());
  removeJournalDirectory(directory);
  const note = `${appliedCalls.toLocaleString("en-US")} calls of ${subscriptions} subscriptions, with log and roll-ups`;
  return { name: `${kind.dialect}: calls applied`, value: appliedCalls / seconds, unit: "calls/s", note };
}

async function measureCalls(kind: Kind, dataDir: string, fresh: Fresh): Promise<Figure[]> {
  const line = (text: string) => void process.stderr.write(text);
  const metering = await openMetering({
    store: startStore(storeSetup({ dataDir, database: fresh.options, leaseTtlMs: 900_000 }), line),
    dataDir,
    sync: "interval",
    journalMax: 2 ** 32,
    staleMs: 60_000,
    leaseTtlMs: 900_000,
    node: "bench",
    log: createLog(Date.now, line),
  });
  try {
    return await measureOpen(kind, metering);
  } finally {
    await within("metering's close", metering.close());
  }
}

async function measureOpen({ dialect }: Kind, metering: Metering): Promise<Figure[]> {
  const call = async (index: number, count: number) => {
    const id = `s${(index + count) % subscriptions}`;
    const ticket = await metering.admit(id, 1);
    if (!(ticket instanceof CreditReservation)) throw new Error(`refused: ${JSON.stringify(ticket)}`);
    await ticket.settle(callOf(id, 1, { at: Date.now() }));
  };
  await load(warmMs, call, callsMax / 10);
  await within("applying", metering.flush());
  const before = cpuMicros();
  const started = performance.now();
  const waits = await load(measuredMs, call, callsMax);
  const main = cpuMicros().main - before.main;
  await within("applying", metering.flush());
  const seconds = (performance.now() - started) / 1000;
  const all = cpuMicros().all - before.all;
  return [
    {
      name: `${dialect}: calls admitted, written and applied`,
      value: waits.length / seconds,
      unit: "calls/s",
      note: "64 callers, until all is applied",
    },
    { name: `${dialect}: p99 of a call`, value: p99(waits), unit: "ms", note: "admission and record" },
    { name: `${dialect}: CPU a call, serving thread`, value: main / waits.length, unit: "µs" },
    {
      name: `${dialect}: CPU a call, whole process`,
      value: all / waits.length,
      unit: "µs",
      note: "with sync and applying, without the server's",
    },
  ];
}

async function measureKind(kind: Kind): Promise<Figure[]> {
  const fresh = await kind.fresh();
  const dataDir = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  try {
    const db = await fresh.open();
    await migrate(db, migrations);
    for (let index = 0; index < subscriptions; index++) await grant(db, `s${index}`, 100_000_000);
    const applying = await measureApplying(kind, journalsFolder(dataDir), fresh);
    return [applying, ...(await measureCalls(kind, dataDir, fresh))];
  } finally {
    await fresh.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What metering costs a call, and how many it carries. */
export async function benchMetering(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  const figures = await measureJournal(folder);
  rmSync(folder, { recursive: true, force: true });
  for (const kind of kinds) if (!kind.missing) figures.push(...(await measureKind(kind)));
  return figures;
}

if (import.meta.main) {
  console.log(table(await benchMetering()));
  process.exit(0);
}
