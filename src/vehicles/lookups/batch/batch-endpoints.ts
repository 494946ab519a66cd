import { z } from "zod";
import { endpoint, type Operation } from "../../../calls/context.ts";
import { answer } from "../../families/answer-schemas.ts";
import { decodeLines } from "./decode-lines.ts";

/** VINs in one JSON body; as lines there is no limit. */
const vinsMax = 10_000;

const VinBatch = z
  .object({
    vins: z.array(z.unknown()).min(1).max(vinsMax).meta({
      description: "VINs of 17 characters, or objects with `vin` and, where it is known, `year`.",
    }),
  })
  .meta({
    id: "VinBatch",
    example: { vins: ["5J6RW2H59JL990075", { vin: "1M8GDM9AXKP042788", year: 1989 }] },
  });

/** Lookups of many vehicles in one call. */
export const batchEndpoints: readonly Operation[] = [
  endpoint({
    id: "decodeVins",
    method: "POST",
    path: "/vin-decoder/batch",
    tag: "Basic VIN decoder",
    summary: "Decode many VINs",
    description: [
      `Takes up to ${vinsMax} VINs as JSON. Takes any number of them as lines (\`Content-Type: application/x-ndjson\`),`,
      "each a VIN, a JSON string or an object with `vin` and `year`; responses are then lines too, sent while more are read.",
      "The order is kept: for each VIN the body of `GET /vin-decoder/{vin}`,",
      "or `status: error` with the VIN and its fault.",
      "Each VIN is charged, recorded and counted by the quota as a separate call.",
      "The rate limit counts one call, and one for each refused VIN.",
      "What the key allows is looked up again for each group of up to 256 VINs.",
      "If credits, quota or access end, or after 256 refusals in a row, the batch ends with one error:",
      "its `from_line` is the number of the first VIN without an answer, counted from 1.",
      "Send an `Idempotency-Key` to repeat the same body after a cut without paying twice.",
    ].join(" "),
    audience: "key",
    body: VinBatch,
    limits: { bodyBytes: 512 * 1024, bodyMembers: vinsMax },
    response: answer(
      "VinDecodes",
      z.array(
        z.looseObject({
          status: z.enum(["success", "error"]).describe("`error` for a VIN that was not decoded."),
        }),
      ),
    ),
    extension: true,
    lookup: { api: "vin-decoder", cost: 1 },
    answers: "lines",
    handle: decodeLines,
  }),
];
