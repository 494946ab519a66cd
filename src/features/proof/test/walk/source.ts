import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kind } from "../../../../../test/database/databases.ts";
import { Random } from "../../../../../test/metering/grants/random.ts";
import type { HistorySource, HistoryWorld } from "../../../../../test/model/histories/source.ts";
import { replay, walk } from "../../../../../test/model/histories/walk.ts";
import type { ProofRun } from "../../../../../test/model/proof/proof-cells.ts";
import { ProofModel } from "../../../../../test/model/proof/proof-model.ts";
import { type ProofStep, type ProofWhat, proofText } from "../../../../../test/model/proof/steps.ts";
import type { Dialect } from "../../../../database/sql.ts";
import { changedDay, expectedText, foundText } from "./compare-days.ts";
import { KeptTables } from "./kept-tables.ts";
import { RealProof } from "./real-proof.ts";

const stepsMin = 20;
const stepsMax = 200;

/** How often a kind of step is chosen; 1 for others. */
const weights: Readonly<Partial<Record<ProofWhat, number>>> = {
  midnight: 1.5,
  "records a call": 6,
  apply: 4,
  cut: 5,
  "cut again": 0.3,
  "make the leaves": 2.5,
  sign: 1.2,
  purge: 0.7,
  dies: 0.2,
  "comes back": 0.3,
  "replay on the other database": 0.5,
  restore: 0.3,
  "the replica takes over": 0.3,
  "back up": 0.4,
  "the replica catches up": 0.7,
};

/** The installation of a seed's history. On SQLite a commit stays, and a day is signed at once. */
function runOf(random: Random, dialect: Dialect): ProofRun {
  const clickhouse = random.chance(0.25);
  const [failOver, restore] = random.of([
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [0, 2],
    [2, 1],
    [2, 2],
  ] as const);
  const untold = random.chance(0.4);
  const isEmbedded = dialect === "sqlite";
  return {
    journals: random.int(1, 3),
    days: random.int(3, 6),
    records: 12,
    ledgerRows: 5,
    calls: random.int(4, 36),
    asProgram: true,
    ...(clickhouse && { clickhouse }),
    ...(random.chance(0.7) && { purge: true }),
    budget: {
      crash: random.int(0, 3),
      back: random.int(0, 3),
      ledger: random.int(0, 5),
      replay: random.int(0, 1),
      ...(!clickhouse && { amend: random.int(0, 4), reject: random.int(0, 3) }),
      ...(failOver > 0 && { failOver }),
      ...(restore > 0 && { restore }),
    },
    rules: { memory: true, ...(isEmbedded && { signAtOnce: true }), ...(untold && { untold: true }) },
  };
}

const modelOf = (seed: number, dialect: Dialect): ProofModel =>
  new ProofModel(runOf(new Random(seed), dialect));

const changesLog: ReadonlySet<ProofWhat> = new Set(["amend", "replay on the other database", "restore"]);

async function runSteps(model: ProofModel, real: RealProof, steps: readonly ProofStep[]) {
  await real.begin();
  for (const [index, expected] of replay(model, steps, proofText).entries()) {
    const { step, after } = expected;
    const at = `step ${index + 1}, ${proofText(step)}`;
    try {
      await real.step(expected);
    } catch (error) {
      return `${at}: ${(error as Error).message}`;
    }
    const [found, wanted] = [await foundText(real, after), expectedText(real, after)];
    if (found !== wanted) return `${at}: ${found}, not ${wanted}`;
    const changed = changesLog.has(step.what) ? await changedDay(real, after) : undefined;
    if (changed !== undefined) return `${at}: ${changed}`;
  }
  return undefined;
}

/** Random histories of the model of proof days, and the same steps with the program's own cuts, leaves and epochs. */
export const proofHistories: HistorySource<ProofStep> = {
  name: "proof",
  together: 1,
  share: 1,
  make(seed, dialect) {
    const random = new Random(seed ^ 0x5bd1e995);
    return walk(modelOf(seed, dialect), random, random.int(stepsMin, stepsMax), weights);
  },
  textOf: proofText,
  async begin(kind: Kind): Promise<HistoryWorld<ProofStep>> {
    const fresh = await kind.migrated();
    const db = await fresh.open();
    const tables = new KeptTables(db);
    await tables.make();
    let runs = 0;
    return {
      async run(seed, steps) {
        runs += 1;
        const folder = mkdtempSync(join(tmpdir(), "vingate-proof-"));
        try {
          const model = modelOf(seed, kind.dialect);
          const made = { cells: model.cells, tables, prefix: `h${runs}`, random: new Random(seed), folder };
          return await runSteps(model, new RealProof(db, made), steps);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
      async end() {
        await fresh.end();
        return [];
      },
    };
  },
};
