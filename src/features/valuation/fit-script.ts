import type { Database } from "../../database/database.ts";
import type { RecordFamily } from "../../vehicles/families/record-family.ts";
import type { FittedDataset } from "../../vehicles/imports/staging/dataset-fit.ts";
import { fitSales } from "./arithmetic/fit-sales.ts";
import { storeFit } from "./price-fits.ts";
import { readSales } from "./sale-reading.ts";

const stepMs = 50;

/** Calls a step at most twenty times a second: the work between is small. */
export function seldom(step: () => Promise<void>): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < stepMs) return;
    await step();
    last = performance.now();
  };
}

/** Fits prices to the sales of a dataset and stores the fit; too few sales leave none. */
export async function fitDataset(
  db: Database,
  family: RecordFamily,
  dataset: FittedDataset,
  step: () => Promise<void>,
): Promise<void> {
  if (family.kind !== "event" || !family.vehicles || !family.fits) return;
  const turn = seldom(step);
  const sales = await readSales(db, family, dataset, turn);
  const made = await fitSales(sales, { now: dataset.now, turn });
  if (made) await storeFit(db, family, dataset.id, { fittedAt: dataset.now, fit: made.fit });
}
