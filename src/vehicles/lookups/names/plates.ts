import type { Context } from "../../../calls/context.ts";
import { platesOf } from "../../families/apis/plates.ts";
import { plateKeyIn } from "../../families/names.ts";
import { currentDatasets } from "../records/datasets.ts";
import { findPlate } from "../records/stored-records.ts";
import { noneLoaded, recordNotFound } from "./not-found.ts";
import type { VehicleQuery } from "./vehicle-query.ts";

const unproven = "This does not prove that the plate is not in use.";

export type RequestedPlate = Extract<VehicleQuery, { by: "plate" }>;

/** The registration of a plate; 404 where there is none. */
export async function getPlate(context: Context, { license, state }: RequestedPlate) {
  const datasets = await currentDatasets(context.database);
  const families = platesOf(state);
  const plate = plateKeyIn(state, license);
  for (const { name, table } of families) {
    const dataset = datasets.get(name);
    const found = dataset && (await findPlate(context.database, table, dataset, state, plate));
    if (found) return { ...found, dataset };
  }
  const loaded = families.every(({ name }) => datasets.has(name));
  throw recordNotFound(`the plate ${license} of ${state}`, loaded ? unproven : noneLoaded(families.at(-1)!));
}

/** The VIN that a plate is registered to: the first step of the chain from plate to record. */
export async function vinOfPlate(context: Context, query: RequestedPlate): Promise<string> {
  return (await getPlate(context, query)).vin;
}
