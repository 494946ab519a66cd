import { type Context, endpoint } from "../../calls/context.ts";
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

function getSampleDecode(context: Context) {
  const decoder = decoderOf(context);
  const body = decoder.oemAnswer(sampleVin);
  if (!body) throw new Error(`the decoder does not know the sample ${sampleVin}`);
  return {
    body,
    type: "application/json",
    headers: { "x-data-source": decoder.source, "cache-control": "public, max-age=60" },
  };
}
