import { inLookupTime } from "../../calls/answer-lookup.ts";
import type { Context } from "../../calls/context.ts";
import { inspectionRecords } from "../../vehicles/families/apis/inspections.ts";
import { storedJson } from "../../vehicles/families/body.ts";
import { currentDatasets } from "../../vehicles/lookups/records/datasets.ts";
import { findEvents } from "../../vehicles/lookups/records/event-records.ts";

/** The records of a VIN's inspections, oldest first; none without such a dataset. Rejects if they cannot be read. */
export function inspectionsOf({ database }: Pick<Context, "database">, vin: string): Promise<unknown[]> {
  const read = async () => {
    const dataset = (await currentDatasets(database)).get(inspectionRecords.name);
    if (!dataset) return [];
    const source = { table: inspectionRecords.table, withVehicle: false };
    const events = await findEvents(database, source, dataset, vin);
    return events.map(({ body }) => JSON.parse(storedJson(body)) as unknown);
  };
  return inLookupTime(read());
}
