import { programScript } from "../../../base/program/place.ts";
import type { Database } from "../../../database/database.ts";
import type { RecordFamily } from "../../families/record-family.ts";

/** A staged dataset whose records are complete. */
export interface FittedDataset {
  readonly id: number;
  readonly rows: number;
  readonly now: number;
}

/** What the script of a feature exports. */
export interface FitModule {
  /** Stores what it computes of the records, before lookups read them. Calls the step at least 20 times a second. */
  fitDataset(
    db: Database,
    family: RecordFamily,
    dataset: FittedDataset,
    step: () => Promise<void>,
  ): Promise<void>;
}

/** Runs the scripts of features on a dataset. */
export async function fitDataset(
  db: Database,
  family: RecordFamily,
  dataset: FittedDataset,
  scripts: readonly string[],
  step: () => Promise<void>,
): Promise<void> {
  for (const script of scripts)
    await ((await import(programScript(script))) as FitModule).fitDataset(db, family, dataset, step);
}
