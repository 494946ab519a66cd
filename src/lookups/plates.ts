import type { App } from "../app.ts";
import type { Answer } from "../http/endpoint.ts";
import { filler, recordAnswer } from "./answer-body.ts";
import type { Asked } from "./asked.ts";
import { currentDatasets } from "./datasets.ts";
import { recordNotFound } from "./not-found.ts";
import { findPlate } from "./stored-records.ts";

type AskedPlate = Extract<Asked, { by: "plate" }>;

async function getPlate(app: App, { license, state }: AskedPlate) {
  const dataset = (await currentDatasets(app.database)).get("plate");
  const found = dataset && (await findPlate(app.database, dataset, state, license));
  if (!found)
    throw recordNotFound(`the plate ${license} of ${state}`, "It is no proof that the plate is not in use.");
  return { ...found, dataset };
}

/** The VIN that a plate is registered to: the first step of the chain from plate to record. */
export async function vinOfPlate(app: App, asked: AskedPlate): Promise<string> {
  return (await getPlate(app, asked)).vin;
}

/** Answers what a plate is registered to. */
export async function answerPlate(app: App, asked: Asked): Promise<Answer> {
  if (asked.by !== "plate") throw new Error("a registration is found by its plate");
  const { body, vin, dataset } = await getPlate(app, asked);
  return {
    body: recordAnswer(body, filler(app, vin)),
    type: "application/json",
    headers: { "x-data-source": dataset.source },
  };
}
