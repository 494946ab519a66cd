import { frameNumberOf, isFrameNumber } from "../../../base/reading/vins.ts";
import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import type { AnswerSource } from "../../families/family.ts";
import { noneLoaded, recordNotFound } from "../names/not-found.ts";
import { requireManufacturer } from "../names/subject.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { currentDatasets, type Dataset } from "../records/datasets.ts";
import { type EventRecord, findEvents } from "../records/event-records.ts";
import { filler, listAnswer } from "./answer-body.ts";

type FromHistory = Extract<AnswerSource, { kind: "history" }>;

/** Answers every event of a VIN, newest first. */
export async function answerHistory(
  context: Context,
  from: FromHistory,
  query: VehicleQuery,
  absence: string | undefined,
): Promise<Answer> {
  if (query.by !== "vin") throw new Error("a history is found by its VIN");
  const { vin } = query;
  const dataset = (await currentDatasets(context.database)).get(from.records.name);
  const absent = () => {
    // Only a VIN of 17 characters shows whether its vehicle can exist.
    if (vin.length === 17) requireManufacturer(context, vin);
    const frame = frameNumberOf(query.sent ?? "");
    if (frame !== undefined) return recordNotFound(frame, `It ${isFrameNumber}.`);
    return recordNotFound(vin, dataset ? absence : noneLoaded(from.records));
  };
  if (!dataset) throw absent();
  const source = { table: from.records.table, withVehicle: from.within !== undefined };
  const events = await findEvents(context.database, source, dataset, vin);
  const newest = events.at(-1);
  if (!newest) throw absent();
  return answerEvents(context, from, dataset, events, newest);
}

function answerEvents(
  context: Context,
  { within }: FromHistory,
  { source }: Dataset,
  events: readonly EventRecord[],
  newest: EventRecord,
): Answer {
  const { vin } = newest;
  const bodies = events.map(({ body }) => body).reverse();
  const fill = filler(context, vin);
  const body =
    within === undefined
      ? listAnswer("[", bodies, "]", fill)
      : listAnswer(`${JSON.stringify(historyHead(newest)).slice(0, -1)},"${within}":[`, bodies, "]}", fill);
  return { body, type: "application/json", headers: { "x-data-source": source } };
}

/** What the specification's 2.4 puts before the events: the vehicle as its newest record names it. */
export function historyHead({ vin, year, make, model, trim }: Omit<EventRecord, "body">) {
  const id = new Bun.CryptoHasher("sha256").update(vin).digest("hex").slice(0, 24);
  return { _id: id, vin, trim, year: String(year), make, model };
}
