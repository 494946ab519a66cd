import { raw } from "../../../src/database/sql.ts";
import type { Kind } from "../../database/databases.ts";
import { ledgerDifferences } from "../../metering/grants/histories.ts";
import { Random } from "../../metering/grants/random.ts";
import { interruptible } from "../../metering/interruptible-database.ts";
import { clocked } from "../histories/clocked-database.ts";
import type { HistorySource, HistoryWorld } from "../histories/source.ts";
import { replay, walk } from "../histories/walk.ts";
import { type GrantRun, type ModelGrant, neverDue } from "./cells.ts";
import { expectedText, foundText, memoryTexts } from "./compare.ts";
import { GrantsModel } from "./grants-model.ts";
import { RealGrants, timeOf } from "./real-grants.ts";
import { type GrantStep, type GrantWhat, grantText } from "./steps.ts";

const stepsMin = 20;
const stepsMax = 200;

/** How often a kind of step is chosen; 1 for others. */
export const weightsOf: Readonly<Record<string, number>> = {
  calls: 6,
  "journals the call": 5,
  acquires: 2,
  apply: 3,
  releases: 1.5,
  "gives back the call": 0.4,
  dies: 0.6,
  restarts: 0.8,
  scan: 0.6,
  "enter the period again": 0.1,
  "add the grant": 0.2,
  "remove 1": 0.2,
  "set to 0": 0.2,
  "set to 0 while credits are leased": 0.1,
  "raise the grant by 1": 0.2,
  "become unlimited": 0.1,
  "become metered": 1.5,
};

/** The grants of a subscription: some from the beginning, periods with overage, and what operators add. */
function grantsOf(random: Random, days: number, laterMax: number): ModelGrant[] {
  const expiryAfter = (day: number) => (random.chance(0.3) ? neverDue : random.int(day + 1, days + 1));
  const grants: ModelGrant[] = [];
  for (let count = random.int(0, 3); count > 0; count--) {
    const source = random.of(["trial", "grant", "purchase"] as const);
    grants.push({ source, amount: random.int(1, 6), expires: expiryAfter(0), how: "initial", start: 0 });
  }
  const [credits, carriedOver, cap] = [random.int(1, 5), random.int(0, 2), random.int(0, 3)];
  const first = random.int(0, 1);
  for (let start = first; start <= days && (random.chance(0.9) || start > first); start++) {
    const how = start === 0 ? "initial" : "period";
    grants.push({ source: "period", amount: credits, expires: start + 1 + carriedOver, how, start });
    if (cap > 0)
      grants.push({ source: "overage", amount: random.int(1, cap), expires: start + 1, how, start });
  }
  for (let count = random.int(0, laterMax); count > 0; count--)
    grants.push({
      source: "purchase",
      amount: random.int(1, 3),
      expires: expiryAfter(0),
      how: "later",
      start: 0,
    });
  return grants;
}

/** The installation of a seed's history. */
function runOf(random: Random): GrantRun {
  const days = random.int(2, 7);
  const crash = random.int(0, 4);
  const isSettled = random.chance(0.3);
  return {
    nodes: random.int(1, 3),
    days,
    grants: grantsOf(random, days, isSettled ? 0 : 2),
    calls: 100,
    takes: [1, 2, 3],
    budget: {
      crash,
      restart: crash,
      giveBack: 10,
      limit: random.chance(0.2) ? random.int(1, 4) : 0,
      remove: random.chance(0.2) ? 3 : 0,
      set: random.chance(0.2) ? 2 : 0,
      repeat: random.chance(0.3) ? 2 : 0,
      raise: isSettled ? 0 : random.int(0, 2),
    },
    records: 40,
    // The oracle pays a call by all grants of its day, and two expiries within the time of one call may exchange theirs.
    ...(isSettled ? { settled: true } : { booksOnly: true }),
    writesOff: true,
  };
}

export const modelOf = (seed: number) => new GrantsModel(runOf(new Random(seed)));

/** Histories of grants over leases: entered, spent, expired, given back, raised and removed. */
export const grantHistories: HistorySource<GrantStep> = {
  name: "grants",
  together: 1,
  share: 1,
  make(seed) {
    const random = new Random(seed + 1_000_000_007);
    return walk(modelOf(seed), random, random.int(stepsMin, stepsMax), weightsOf);
  },
  textOf: grantText,
  async begin(kind: Kind): Promise<HistoryWorld<GrantStep>> {
    const fresh = await kind.migrated();
    const own = await fresh.open();
    let [day, runs] = [0, 0];
    const db = interruptible(clocked(own, () => timeOf(day)));
    const setDay = (to: number) => {
      day = to;
    };
    return {
      async run(seed, steps) {
        runs += 1;
        const model = modelOf(seed);
        try {
          const real = new RealGrants(db, model.cells, `h${runs}`, new Random(seed), setDay);
          return await runSteps(model, real, steps);
        } finally {
          db.failAfter(undefined);
          // The scanner looks at all balances.
          for (const table of ["credit_grant", "credit_balance", "credit_lease", "credit_ledger", "journal"])
            await own.run(raw(`delete from ${table}`));
        }
      },
      async end() {
        await fresh.end();
        return [];
      },
    };
  },
};

/** Steps after which the database cannot differ. */
const inMemory: ReadonlySet<GrantWhat> = new Set([
  "calls",
  "journals the call",
  "gives back the call",
  "dies",
  "the folder comes back",
  "a day passes",
]);

async function runSteps(
  model: GrantsModel,
  real: RealGrants,
  steps: readonly GrantStep[],
): Promise<string | undefined> {
  const { cells } = model;
  await real.begin();
  const begun = await foundText(real);
  if (begun !== expectedText(cells, model.initial))
    return `the beginning: ${begun}, not ${expectedText(cells, model.initial)}`;
  for (const [index, expected] of replay(model, steps, grantText).entries()) {
    const at = `step ${index + 1}, ${grantText(expected.step)}`;
    try {
      await real.step(expected);
    } catch (error) {
      return `${at}: ${(error as Error).message}`;
    }
    const [expectedMemory, foundMemory] = memoryTexts(real, expected.after);
    if (foundMemory !== expectedMemory)
      return `${at}, free credits of nodes: ${foundMemory}, not ${expectedMemory}`;
    if (inMemory.has(expected.step.what)) continue;
    const [found, wanted] = [await foundText(real), expectedText(cells, expected.after)];
    if (found !== wanted) return `${at}: ${found}, not ${wanted}`;
  }
  const differences = await ledgerDifferences(real.db);
  return differences.length === 0 ? undefined : `at the end: ${differences.join("\n")}`;
}
