import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import { getPlate } from "../names/plates.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { filler, recordAnswer } from "./answer-body.ts";

/** Answers what a plate is registered to. */
export async function answerPlate(context: Context, query: VehicleQuery): Promise<Answer> {
  if (query.by !== "plate") throw new Error("a registration is found by its plate");
  const { body, vin, dataset } = await getPlate(context, query);
  return {
    body: recordAnswer(body, filler(context, vin)),
    type: "application/json",
    headers: { "x-data-source": dataset.source },
  };
}
