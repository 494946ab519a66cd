import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import { storedJson } from "../../families/body.ts";
import { getPlate } from "../names/plates.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { filler, recordAnswer } from "./answer-body.ts";

/** Answers what a plate is registered to. */
export async function answerPlate(context: Context, query: VehicleQuery): Promise<Answer> {
  if (query.by !== "plate") throw new Error("a registration is found by its plate");
  const { body, vin, dataset, parts } = await getPlate(context, query);
  const type = "application/json";
  if (!parts)
    return {
      body: recordAnswer(body, filler(context, vin)),
      type,
      headers: { "x-data-source": dataset.source },
    };
  const data = completed(body, parts.bodies);
  const source = `${dataset.source}, ${parts.dataset.source}`;
  return { body: JSON.stringify({ status: "success", data }), type, headers: { "x-data-source": source } };
}

type Members = Readonly<Record<string, unknown>>;

/** A registration with the fuels of its engines, and the other members from the first part that has them. */
function completed(body: Uint8Array, parts: readonly Uint8Array[]): Members {
  const data = JSON.parse(storedJson(body)) as Members & { readonly registration?: Members };
  const engines = parts.map((part) => JSON.parse(storedJson(part)) as Members);
  const fuel = engines.flatMap((engine) => (typeof engine.fuel === "string" ? engine.fuel : [])).join("/");
  const others = engines.map(({ intro, vin, ...facts }) => facts).reverse();
  const facts = Object.assign({}, ...others, fuel !== "" && { fuel });
  return { ...data, registration: { ...data.registration, ...facts } };
}
