import type { Context } from "../../../calls/context.ts";
import { plateRecords } from "../../families/apis/plates.ts";
import { currentDatasets } from "../records/datasets.ts";
import { findPlate } from "../records/stored-records.ts";
import { noneLoaded, recordNotFound } from "./not-found.ts";
import type { VehicleQuery } from "./vehicle-query.ts";

const unproven = "This does not prove that the plate is not in use.";

export type RequestedPlate = Extract<VehicleQuery, { by: "plate" }>;

/** The registration of a plate; 404 where there is none. */
export async function getPlate(context: Context, { license, state }: RequestedPlate) {
  const dataset = (await currentDatasets(context.database)).get(plateRecords.name);
  const found = dataset && (await findPlate(context.database, dataset, state, license));
  if (!found)
    throw recordNotFound(`the plate ${license} of ${state}`, dataset ? unproven : noneLoaded(plateRecords));
  return { ...found, dataset };
}

/** The VIN that a plate is registered to: the first step of the chain from plate to record. */
export async function vinOfPlate(context: Context, query: RequestedPlate): Promise<string> {
  return (await getPlate(context, query)).vin;
}
