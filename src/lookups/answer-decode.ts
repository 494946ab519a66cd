import type { App } from "../app.ts";
import type { Answer } from "../http/endpoint.ts";
import type { Asked } from "./asked.ts";
import { decoderOf } from "./decoder.ts";
import { manufacturerNotFound } from "./not-found.ts";

/** Answers what a VIN decodes to: the basic groups, or every element with what decided it. */
export function answerDecode(app: App, which: "basic" | "oem", asked: Asked): Answer {
  if (asked.by !== "vin") throw new Error("only a VIN is decoded");
  const decoder = decoderOf(app);
  const body = which === "oem" ? decoder.oemAnswer(asked.vin) : decoder.answer(asked.vin);
  if (!body) throw manufacturerNotFound(asked.vin);
  return { body, type: "application/json", headers: { "x-data-source": decoder.source } };
}
