import type { Context } from "../../calls/context.ts";
import type { Answer } from "../../http/endpoint.ts";
import { filler, recordAnswer } from "../answers/answer-body.ts";
import { currentDatasets } from "../records/datasets.ts";
import { findPlate } from "../records/stored-records.ts";
import type { Asked } from "./asked.ts";
import { recordNotFound } from "./not-found.ts";

type AskedPlate = Extract<Asked, { by: "plate" }>;

async function getPlate(context: Context, { license, state }: AskedPlate) {
  const dataset = (await currentDatasets(context.database)).get("plate");
  const found = dataset && (await findPlate(context.database, dataset, state, license));
  if (!found)
    throw recordNotFound(`the plate ${license} of ${state}`, "It is no proof that the plate is not in use.");
  return { ...found, dataset };
}

/** The VIN that a plate is registered to: the first step of the chain from plate to record. */
export async function vinOfPlate(context: Context, asked: AskedPlate): Promise<string> {
  return (await getPlate(context, asked)).vin;
}

/** Answers what a plate is registered to. */
export async function answerPlate(context: Context, asked: Asked): Promise<Answer> {
  if (asked.by !== "plate") throw new Error("a registration is found by its plate");
  const { body, vin, dataset } = await getPlate(context, asked);
  return {
    body: recordAnswer(body, filler(context, vin)),
    type: "application/json",
    headers: { "x-data-source": dataset.source },
  };
}
