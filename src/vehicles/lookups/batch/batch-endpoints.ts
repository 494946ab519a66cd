import { z } from "zod";
import { endpoint, type Operation } from "../../../calls/context.ts";
import { answer } from "../../families/shape.ts";
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
      "each a VIN, a JSON string or an object with `vin` and `year`; answers are then lines as well, sent while more are read.",
      "The answer keeps the order: for each VIN the body of `GET /vin-decoder/{vin}`,",
      "or `status: error` with the VIN and what is wrong with it.",
      "Each VIN is charged, recorded and counted by the quota as a call of its own; the rate counts one call.",
      "Where credits run out, the rest of the VINs say 402.",
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
