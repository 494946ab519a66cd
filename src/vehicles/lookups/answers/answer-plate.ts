import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import { getPlate } from "../names/plates.ts";
import type { Asked } from "../names/vehicle-query.ts";
import { filler, recordAnswer } from "./answer-body.ts";

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
