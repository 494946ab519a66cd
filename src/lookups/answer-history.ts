import type { App } from "../app.ts";
import { recordFamilies } from "../families/record-families.ts";
import type { Answer } from "../http/endpoint.ts";
import { filler, listAnswer } from "./answer-body.ts";
import type { Asked } from "./asked.ts";
import { currentDatasets } from "./datasets.ts";
import { type EventRecord, findEvents } from "./event-records.ts";
import { recordNotFound } from "./not-found.ts";
import { demandManufacturer } from "./subject.ts";

/** Answers every event of a VIN, newest first. */
export async function answerHistory(
  app: App,
  family: "auction" | "saleshistory",
  asked: Asked,
  absence: string | undefined,
): Promise<Answer> {
  if (asked.by !== "vin") throw new Error("a history is found by its VIN");
  const { vin } = asked;
  const dataset = (await currentDatasets(app.database)).get(family);
  const { table } = recordFamilies[family];
  const events = dataset ? await findEvents(app.database, table, dataset, vin) : [];
  const newest = events.at(-1);
  if (!dataset || !newest) {
    // A VIN of a standard vehicle tells whether there is one; an older one tells nothing.
    if (vin.length === 17) demandManufacturer(app, vin);
    throw recordNotFound(vin, absence);
  }
  const bodies = events.map(({ body }) => body).reverse();
  const fill = filler(app, vin);
  const body =
    family === "auction"
      ? listAnswer("[", bodies, "]", fill)
      : listAnswer(salesHead(vin, newest), bodies, "]}", fill);
  return { body, type: "application/json", headers: { "x-data-source": dataset.source } };
}

/** What the specification's 2.4 puts before the sales: the vehicle as its newest record names it. */
function salesHead(vin: string, { year, make, model, trim }: EventRecord): string {
  const id = new Bun.CryptoHasher("sha256").update(vin).digest("hex").slice(0, 24);
  const head = { _id: id, vin, trim, year: String(year), make, model };
  return `${JSON.stringify(head).slice(0, -1)},"sales_history":[`;
}
