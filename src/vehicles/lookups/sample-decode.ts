import { type Context, endpoint } from "../../calls/context.ts";
import type { Answer } from "../../http/endpoint.ts";
import type { Decoder } from "../../vin/decoder.ts";
import { OemVinDecode } from "../families/apis/oem-vin-decode.ts";
import { decoderOf } from "./decoder.ts";

/** The VIN that visitors see decoded: a vehicle of the demo set, whose number no real one bears. */
const sampleVin = "5J6RW2H59JL990075";

export const sampleEndpoints = [
  endpoint({
    id: "getSampleDecode",
    method: "GET",
    path: "/sample/decode",
    tag: "Documentation",
    summary: "One VIN decoded, for visitors without a key; free of charge and always the same VIN",
    audience: "none",
    response: OemVinDecode,
    extension: true,
    errors: ["unavailable"],
    handle: getSampleDecode,
  }),
];

/** Decoded once per decoder: decoding takes ten times as long as the rest of the response. */
const answers = new WeakMap<Decoder, Answer>();

function getSampleDecode(context: Context): Answer {
  const decoder = decoderOf(context);
  const answer = answers.get(decoder) ?? decodeSample(decoder);
  answers.set(decoder, answer);
  return answer;
}

function decodeSample(decoder: Decoder): Answer {
  const body = decoder.oemAnswer(sampleVin);
  if (!body) throw new Error(`the decoder does not know the sample ${sampleVin}`);
  const headers = { "x-data-source": decoder.source, "cache-control": "public, max-age=60" };
  return { body, type: "application/json", headers };
}
