import { z } from "zod";
import { endpoint } from "../../calls/context.ts";
import { OemVinDecode } from "../families/apis/oem-vin-decode.ts";
import { answerDecode } from "./answers/answer-decode.ts";
import { decodedYear, vin } from "./names/parameters.ts";

export const operatorDecodeEndpoints = [
  endpoint({
    id: "decodeForOperator",
    method: "GET",
    path: "/decode/{vin}",
    tag: "System",
    summary: "Decode a VIN and explain each value; free, and not counted as a call",
    audience: "operator",
    permission: "data.view",
    params: z.object({
      vin: vin.meta({
        example: "5J6RW2H59JL990075",
        description: "Spaces, hyphens and lower-case letters are accepted.",
      }),
    }),
    query: z.object({
      year: decodedYear.optional().describe("The model year, if it is known."),
    }),
    response: OemVinDecode,
    extension: true,
    errors: ["vehicle_not_found", "unavailable"],
    handle: (context, { params, sentParams, query: { year } }) =>
      answerDecode(
        context,
        "oem",
        {
          by: "vin",
          vin: params.vin,
          sent: sentParams?.vin,
          ...(year !== undefined && { year: Number(year) }),
        },
        true,
      ),
  }),
];
