import type { Context } from "../../../calls/context.ts";
import { platesOf } from "../../families/apis/plates.ts";
import { plateKeyIn } from "../../families/names.ts";
import type { PlateRecords } from "../../families/record-family.ts";
import { currentDatasets, type Dataset } from "../records/datasets.ts";
import { findPlate, findPlateParts } from "../records/stored-records.ts";
import { noneLoaded, recordNotFound } from "./not-found.ts";
import type { VehicleQuery } from "./vehicle-query.ts";

const unproven = "This does not prove that the plate is not in use.";

export type RequestedPlate = Extract<VehicleQuery, { by: "plate" }>;

/** The registration of a plate; 404 where there is none. */
export async function getPlate(context: Context, { license, state }: RequestedPlate) {
  const datasets = await currentDatasets(context.database);
  const families = platesOf(state);
  const plate = plateKeyIn(state, license);
  for (const family of families) {
    const dataset = datasets.get(family.name);
    const found = dataset && (await findPlate(context.database, family.table, dataset, state, plate));
    if (found) return { ...found, dataset, parts: await partsOf(context, family, state, plate) };
  }
  const loaded = families.every(({ name }) => datasets.has(name));
  throw recordNotFound(`the plate ${license} of ${state}`, loaded ? unproven : noneLoaded(families.at(-1)!));
}

/** The records of a family that completes another, and their dataset; undefined without any. */
async function partsOf(
  { database }: Context,
  { completedBy }: PlateRecords,
  state: string,
  plate: string,
): Promise<{ readonly bodies: readonly Uint8Array[]; readonly dataset: Dataset } | undefined> {
  const dataset = completedBy && (await currentDatasets(database)).get(completedBy.name);
  if (!dataset) return undefined;
  const bodies = await findPlateParts(database, completedBy.table, dataset, state, plate);
  return bodies.length > 0 ? { bodies, dataset } : undefined;
}

/** The VIN that a plate is registered to: the first step of the chain from plate to record. */
export async function vinOfPlate(context: Context, query: RequestedPlate): Promise<string> {
  return (await getPlate(context, query)).vin;
}
