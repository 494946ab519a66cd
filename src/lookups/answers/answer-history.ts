import type { Context } from "../../calls/context.ts";
import { recordFamilies } from "../../families/record-families.ts";
import type { Answer } from "../../http/endpoint.ts";
import type { Asked } from "../names/asked.ts";
import { recordNotFound } from "../names/not-found.ts";
import { requireManufacturer } from "../names/subject.ts";
import { currentDatasets, type Dataset } from "../records/datasets.ts";
import { type EventRecord, findEvents } from "../records/event-records.ts";
import { filler, listAnswer } from "./answer-body.ts";

/** Answers every event of a VIN, newest first. */
export async function answerHistory(
  context: Context,
  family: "auction" | "saleshistory",
  asked: Asked,
  absence: string | undefined,
): Promise<Answer> {
  if (asked.by !== "vin") throw new Error("a history is found by its VIN");
  const { vin } = asked;
  const absent = () => {
    // A VIN of a standard vehicle tells whether there is one; an older one tells nothing.
    if (vin.length === 17) requireManufacturer(context, vin);
    return recordNotFound(vin, absence);
  };
  const dataset = (await currentDatasets(context.database)).get(family);
  if (!dataset) throw absent();
  const events = await findEvents(context.database, recordFamilies[family].table, dataset, vin);
  const newest = events.at(-1);
  if (!newest) throw absent();
  return answerEvents(context, family, dataset, events, newest);
}

function answerEvents(
  context: Context,
  family: "auction" | "saleshistory",
  { source }: Dataset,
  events: readonly EventRecord[],
  newest: EventRecord,
): Answer {
  const { vin } = newest;
  const bodies = events.map(({ body }) => body).reverse();
  const fill = filler(context, vin);
  const body =
    family === "auction"
      ? listAnswer("[", bodies, "]", fill)
      : listAnswer(salesHead(newest), bodies, "]}", fill);
  return { body, type: "application/json", headers: { "x-data-source": source } };
}

/** What the specification's 2.4 puts before the sales: the vehicle as its newest record names it. */
function salesHead({ vin, year, make, model, trim }: EventRecord): string {
  const id = new Bun.CryptoHasher("sha256").update(vin).digest("hex").slice(0, 24);
  const head = { _id: id, vin, trim, year: String(year), make, model };
  return `${JSON.stringify(head).slice(0, -1)},"sales_history":[`;
}
