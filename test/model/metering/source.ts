import type { Kind } from "../../database/databases.ts";
import { consistencyFindings } from "../../metering/consistency-findings.ts";
import { Random } from "../../metering/grants/random.ts";
import { interruptible } from "../../metering/interruptible-database.ts";
import { grant, openTestNodes } from "../../metering/test-nodes.ts";
import type { HistorySource, HistoryWorld } from "../histories/source.ts";
import { replay, walk } from "../histories/walk.ts";
import type { MeteringRun } from "./cells.ts";
import {
  differenceAtEnd,
  type Entry,
  entriesOf,
  expectedMemory,
  expectedText,
  foundMemory,
  foundText,
} from "./compare.ts";
import { MeteringModel } from "./metering-model.ts";
import { RealMetering } from "./real-metering.ts";
import { type MeteringStep, type MeteringWhat, meteringText } from "./steps.ts";

const stepsMin = 20;
const stepsMax = 200;

/** How often a kind of step is chosen; 1 for others. */
const weights: Readonly<Record<string, number>> = {
  "a call arrives": 5,
  reserves: 7,
  journals: 4,
  "sends an acquisition": 3,
  "a statement arrives": 4,
  "receives the answer": 4,
  "requests credits and waits on": 5,
  "requests credits and is refused": 0.5,
  "a statement arrives again": 0.3,
  "a statement arrives after its journal ended": 0.3,
  "apply again": 0.3,
  "close too early": 5,
  "set to 2 while credits are leased": 4,
  "set to 2": 2,
  freeze: 0.5,
  "is killed": 0.3,
  restarts: 0.6,
  expire: 0.4,
  answers: 0.2,
  "gives back": 0.5,
  "sends a release": 0.7,
  "end the subscription": 0.1,
};

/** The installation of a seed's history. */
function runOf(random: Random): MeteringRun {
  const nodes = random.int(1, 3);
  const cost = random.int(1, 2);
  const budget = {
    crash: random.int(0, 4),
    expire: random.int(0, 3),
    bump: random.int(0, 3),
    cancel: random.chance(0.1) ? 1 : 0,
    set: random.int(0, 2),
  };
  return {
    nodes,
    journals: nodes + budget.crash + budget.expire,
    records: 40,
    subscriptions: random.int(1, 2),
    cost,
    calls: 120,
    credits: random.int(2, random.of([4, 12, 30])),
    takes: [cost, random.int(cost, 6)],
    budget,
    repeats: true,
    rules: random.chance(0.5) ? { foreign: true } : {},
  };
}

const modelOf = (seed: number) => new MeteringModel(runOf(new Random(seed)));

/** Histories of leases and journals: acquired, spent, applied, lost and expired. */
export const meteringHistories: HistorySource<MeteringStep> = {
  name: "metering",
  together: 1,
  share: 1,
  make(seed) {
    const random = new Random(seed + 1_000_000_007);
    return walk(modelOf(seed), random, random.int(stepsMin, stepsMax), weights);
  },
  textOf: meteringText,
  async begin(kind: Kind): Promise<HistoryWorld<MeteringStep>> {
    const setup = await openTestNodes(kind);
    const db = interruptible(setup.db);
    let runs = 0;
    return {
      async run(seed, steps) {
        runs += 1;
        const model = modelOf(seed);
        const real = new RealMetering(db, model.cells, `h${runs}`, new Random(seed));
        for (const id of real.subscriptionIds) await grant(setup.db, id, model.cells.run.credits);
        return runSteps(model, real, steps);
      },
      async end() {
        const findings = await consistencyFindings(setup.db);
        await setup.end();
        return findings.map((finding) => JSON.stringify(finding));
      },
    };
  },
};

/** Steps after which the database cannot differ. */
const inMemory: ReadonlySet<MeteringWhat> = new Set([
  "a call arrives",
  "reserves",
  "gives back",
  "journals",
  "sends an acquisition",
  "sends a release",
  "receives the answer",
  "answers",
  "is killed",
]);

async function runSteps(
  model: MeteringModel,
  real: RealMetering,
  steps: readonly MeteringStep[],
): Promise<string | undefined> {
  const { cells } = model;
  const ledgers: Entry[][] = real.subscriptionIds.map(() => [["grant", cells.run.credits]]);
  let state = model.initial;
  await real.begin();
  for (const [index, expected] of replay(model, steps, meteringText).entries()) {
    const at = `step ${index + 1}, ${meteringText(expected.step)}`;
    try {
      await real.step(expected);
    } catch (error) {
      real.db.failAfter(undefined);
      return `${at}: ${(error as Error).message}`;
    }
    state = expected.after;
    for (const [s, ledger] of ledgers.entries()) ledger.push(...entriesOf(cells, expected, s));
    const [memory, wantedMemory] = [foundMemory(real, state), expectedMemory(cells, state)];
    if (memory !== wantedMemory) return `${at}, memory of nodes: ${memory}, not ${wantedMemory}`;
    if (inMemory.has(expected.step.what)) continue;
    const [found, wanted] = [await foundText(real), expectedText(cells, state)];
    if (found !== wanted) return `${at}: ${found}, not ${wanted}`;
  }
  return differenceAtEnd(real, state, ledgers);
}
