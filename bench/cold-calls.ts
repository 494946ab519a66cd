import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../src/base/log.ts";
import type { Database } from "../src/database/database.ts";
import { rows, sql } from "../src/database/sql.ts";
import type { Metering } from "../src/metering/metering.ts";
import { openMetering } from "../src/metering/open-metering.ts";
import { CreditReservation } from "../src/metering/reservation.ts";
import { startStore, storeSetup } from "../src/metering/store/store-thread.ts";
import { upgradeSchema } from "../src/vehicles/imports/staging/record-tables.ts";
import { type Kind, kinds } from "../test/database/databases.ts";
import { callOf } from "../test/metering/test-nodes.ts";
import { type Figure, table } from "./figure.ts";
import { type ProcessorTime, processorTime } from "./processor-time.ts";

const hostile = 2000;
const exhaustedKeys = 1500;
/** A fifth more than the targets, which are 10,000 and 5,000. */
const asked = { sqlite: 12_000, postgres: 6000 } as const;
const seconds = 6;
/** The callers of exhausted keys alone, whose cost is taken off. */
const secondsAlone = 2;
const pauseMs = 5;

const nameOf = (index: number): string => `cold-${index}`;

async function fill(db: Database, cold: number): Promise<void> {
  const all = [
    ...Array.from({ length: cold }, (_, index) => [nameOf(index), 1000]),
    ...Array.from({ length: exhaustedKeys }, (_, index) => [`exhausted-${index}`, 0]),
  ] as const;
  for (let from = 0; from < all.length; from += 5000)
    await db.run(sql`
      insert into credit_balance (subscription_id, granted, remaining)
      values ${rows(all.slice(from, from + 5000).map(([id, credits]) => [id!, credits!, credits!]))}`);
}

/** Connections that hammer exhausted keys, until they are told to end. */
function hammer(metering: Metering) {
  let ended = false;
  let refused = 0;
  const hammers = Array.from({ length: hostile }, async (_, index) => {
    while (!ended) {
      await metering.admit(`exhausted-${index % exhaustedKeys}`, 1);
      refused += 1;
      await Bun.sleep(50);
    }
  });
  return {
    get refused() {
      return refused;
    },
    async end() {
      ended = true;
      await Promise.all(hammers);
    },
  };
}

/** The first calls of subscriptions, at a steady rate. */
async function callCold(metering: Metering, perSecond: number) {
  const waits: number[] = [];
  const outcomes: Record<string, number> = {};
  const call = async (index: number): Promise<void> => {
    const asked = performance.now();
    const admitted = await metering.admit(nameOf(index), 1);
    waits.push(performance.now() - asked);
    const outcome = admitted instanceof CreditReservation ? "served" : admitted.kind;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (admitted instanceof CreditReservation)
      await admitted.settle(callOf(nameOf(index), 1, { at: Date.now() }));
  };
  const calls: Promise<void>[] = [];
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.min(seconds * perSecond, Math.floor(((performance.now() - begun) / 1000) * perSecond));
    while (calls.length < due) calls.push(call(calls.length));
    await Bun.sleep(pauseMs);
  }
  await Promise.all(calls);
  const took = (performance.now() - begun) / 1000;
  waits.sort((a, b) => a - b);
  return { served: (outcomes.served ?? 0) / took, p99: waits[Math.floor(waits.length * 0.99)]!, outcomes };
}

/** Both at once, after the hammering alone. */
async function measure(metering: Metering, perSecond: number) {
  const hammers = hammer(metering);
  const alone = await processorTime(() => Bun.sleep(secondsAlone * 1000));
  const refusedAlone = hammers.refused;
  let calls: Awaited<ReturnType<typeof callCold>> | undefined;
  const both = await processorTime(async () => {
    calls = await callCold(metering, perSecond);
  });
  const refused = hammers.refused - refusedAlone;
  await hammers.end();
  const refusal = alone.own / refusedAlone;
  return { ...calls!, refused, refusal, cpu: cpuText(both, refused * refusal, seconds * perSecond) };
}

/** Processor time of a first call, with its applying. */
function cpuText({ own, first, server }: ProcessorTime, hostileUs: number, calls: number) {
  const each = (microseconds: number) => (microseconds / calls).toFixed(1);
  return {
    value: (own + server - hostileUs) / calls,
    note: `${each(first - hostileUs)} first thread with the generator, ${each(own - first)} ledger's thread, ${each(server)} database server`,
  };
}

async function measureKind(kind: Kind): Promise<Figure[]> {
  const perSecond = asked[kind.dialect];
  const fresh = await kind.fresh();
  const dataDir = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  const line = (text: string) => void process.stderr.write(text);
  try {
    const db = await fresh.open();
    await upgradeSchema(db);
    await fill(db, seconds * perSecond);
    const metering = await openMetering({
      store: startStore(storeSetup({ dataDir, database: fresh.options, leaseTtlMs: 60_000 }), line),
      dataDir,
      sync: "interval",
      journalMax: 2 ** 30,
      staleMs: 60_000,
      leaseTtlMs: 60_000,
      node: "bench",
      log: createLog(Date.now, line),
    });
    const { served, p99, outcomes, refused, refusal, cpu } = await measure(metering, perSecond);
    await metering.close();
    const note = `${perSecond.toLocaleString("en")} asked for; ${JSON.stringify(outcomes)}; ${refused.toLocaleString("en")} refusals of ${hostile.toLocaleString("en")} callers of exhausted keys`;
    return [
      { name: `${kind.dialect}: first calls of subscriptions`, value: served, unit: "calls/s", note },
      { name: `${kind.dialect}: wait for a lease, p99`, value: p99, unit: "ms" },
      { name: `${kind.dialect}: CPU of a first call`, unit: "µs", ...cpu },
      { name: `${kind.dialect}: CPU of a refusal, with its caller`, value: refusal, unit: "µs" },
    ];
  } finally {
    await fresh.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** How quickly subscriptions get their first lease while others ask for what they do not have. */
export async function benchColdCalls(dialects = ["sqlite", "postgres"]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds.filter((each) => !each.missing && dialects.includes(each.dialect)))
    figures.push(...(await measureKind(kind)));
  return figures;
}

if (import.meta.main) {
  console.log(table(await benchColdCalls(process.argv.length > 2 ? process.argv.slice(2) : undefined)));
  process.exit(0);
}
