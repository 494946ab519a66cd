import { join } from "node:path";
import type { Metering } from "../../src/metering/metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { callOf } from "../../test/metering/test-nodes.ts";
import { fillBalances } from "../common/accounts.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure, p99 } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { processorTime } from "../common/measure.ts";
import { secondsOr } from "../common/settings.ts";
import { withMetering } from "./journal.ts";

const hostileCallers = 2000;
const exhaustedKeys = 1500;
/** Calls per second: a fifth above the targets, which are 10,000 and 5,000. */
const rates = { sqlite: 12_000, postgres: 6000 } as const;
const seconds = secondsOr(6);
/** The callers of exhausted keys run alone first; their cost is subtracted. */
const secondsAlone = 2;
const pauseMs = 5;

const nameOf = (index: number): string => `cold-${index}`;

/** Callers that use exhausted keys until `end`. */
function startHostileCallers(metering: Metering) {
  const state = { ended: false, refused: 0 };
  const callers = Array.from({ length: hostileCallers }, async (_, index) => {
    while (!state.ended) {
      await metering.admit(`exhausted-${index % exhaustedKeys}`, 1);
      state.refused += 1;
      await Bun.sleep(50);
    }
  });
  const end = async () => {
    state.ended = true;
    await Promise.all(callers);
  };
  return { state, end };
}

/** The first calls of subscriptions, at a steady rate. */
async function callCold(metering: Metering, perSecond: number) {
  const waits: number[] = [];
  const outcomes: Record<string, number> = {};
  const call = async (index: number): Promise<void> => {
    const from = performance.now();
    const admitted = await metering.admit(nameOf(index), 1);
    waits.push(performance.now() - from);
    const served = admitted instanceof CreditReservation;
    const outcome = served ? "served" : admitted.kind;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (served) await admitted.settle(callOf(nameOf(index), 1, { at: Date.now() }));
  };
  const calls: Promise<void>[] = [];
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  while (elapsed() < seconds) {
    const due = Math.min(seconds * perSecond, Math.floor(elapsed() * perSecond));
    while (calls.length < due) calls.push(call(calls.length));
    await Bun.sleep(pauseMs);
  }
  await Promise.all(calls);
  return { rate: (outcomes.served ?? 0) / elapsed(), p99: p99(waits), outcomes };
}

/** How quickly subscriptions get their first lease while other callers use exhausted keys. */
export function benchColdCalls(): Promise<Figure[]> {
  const work = (folder: string) =>
    onEachDatabase(async (db, fresh) => {
      const { dialect } = db;
      const perSecond = rates[dialect];
      const calls = seconds * perSecond;
      await fillBalances(db, [
        ...Array.from({ length: calls }, (_, index) => [nameOf(index), 1000] as const),
        ...Array.from({ length: exhaustedKeys }, (_, index) => [`exhausted-${index}`, 0] as const),
      ]);
      return withMetering(fresh, join(folder, dialect), async (metering) => {
        const { state, end } = startHostileCallers(metering);
        const alone = await processorTime(() => Bun.sleep(secondsAlone * 1000), db);
        const refusedAlone = state.refused;
        const refusal = alone.own / refusedAlone;
        const { own, first, server, result } = await processorTime(() => callCold(metering, perSecond), db);
        const refused = state.refused - refusedAlone;
        await end();
        const hostile = refused * refusal;
        const each = (microseconds: number) => (microseconds / calls).toFixed(1);
        const load = `${count(perSecond)} requested; ${JSON.stringify(result.outcomes)}`;
        const note = `${load}; ${count(refused)} refusals of ${count(hostileCallers)} callers of exhausted keys`;
        const threads = `${each(first - hostile)} first thread with the generator, ${each(own - first)} metering thread`;
        const cpuNote = `${threads}, ${each(server)} database server`;
        return [
          figure(`${dialect}: first calls of subscriptions`, result.rate, "calls/s", note),
          figure(`${dialect}: wait for a lease, p99`, result.p99, "ms"),
          figure(`${dialect}: CPU of a first call`, (own + server - hostile) / calls, "µs", cpuNote),
          figure(`${dialect}: CPU of a refusal, with its caller`, refusal, "µs"),
        ];
      });
    });
  return inFolder(work);
}
