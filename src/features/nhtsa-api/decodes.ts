import { z } from "zod";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import type { Answer } from "../../http/endpoint.ts";
import { requireTestVin } from "../../vehicles/lookups/names/not-found.ts";
import { normaliseVin } from "../../vin/characters.ts";
import { decodedMessage, flatCriterion, vpicOf } from "./answer-decode.ts";
import { acceptHeader, formatOf, formatParameter, types } from "./format.ts";
import { answerResults, headersOf, type Result, type ResultForm } from "./results.ts";
import { DecodedVariables, DecodedVinValues } from "./schemas.ts";
import { compatibleLookup } from "./shared.ts";

const vin = z.string().meta({
  example: "5J6RW2H59JL990075",
  description:
    "A VIN or a part of one, with `*` for an unknown character. Any text returns a result; `ErrorCode` describes its errors.",
});

const query = z.object({
  format: formatParameter,
  modelyear: z.string().optional().meta({
    example: "2018",
    description: "The model year, if known. A value other than four digits is ignored.",
  }),
});

const params = z.object({ vin });

interface DecodeCall {
  readonly params: { readonly vin: string };
  readonly query: { readonly format?: string | undefined; readonly modelyear?: string | undefined };
  readonly headers: { readonly accept?: string | undefined };
}

/** A requested model year; 0 for none. */
export const yearOf = (sent: string | undefined): number =>
  /^\s*\d{4}\s*$/.test(sent ?? "") ? Number(sent) : 0;

function decodeVin(context: Context, { params, query, headers }: DecodeCall): Answer {
  requireTestVin(context, normaliseVin(params.vin));
  const vpic = vpicOf(context);
  const results: readonly object[] = vpic.variables(params.vin, yearOf(query.modelyear));
  return answerResults(
    formatOf(query.format, headers.accept),
    variableForm,
    { message: decodedMessage, criteria: `VIN:${params.vin}` },
    results as readonly Result[],
    vpic.source,
  );
}

const variableForm: ResultForm = {
  element: "DecodedVariable",
  columns: ["VariableId", "Variable", "ValueId", "Value"],
};

const utf8 = new TextDecoder();

function decodeVinValues(context: Context, { params, query, headers }: DecodeCall): Answer {
  requireTestVin(context, normaliseVin(params.vin));
  const vpic = vpicOf(context);
  const format = formatOf(query.format, headers.accept);
  const year = yearOf(query.modelyear);
  if (format === "json")
    return { body: vpic.answer(params.vin, year), type: types.json, headers: headersOf(vpic.source) };
  const result = JSON.parse(utf8.decode(vpic.values(params.vin, year))) as Result;
  const heading = { count: vpic.count, message: decodedMessage, criteria: flatCriterion + params.vin };
  return answerResults(format, vpic.flatForm, heading, [result], vpic.source);
}

const extended =
  " At vPIC the Extended form adds variables of other NHTSA programs. They are not published, so both forms return the same.";

/** vPIC's decoding operations, except batches. */
export const decodeEndpoints: readonly Operation[] = ["", "Extended"].flatMap((form) => [
  endpoint({
    ...compatibleLookup(`DecodeVin${form}`, 1),
    path: `/vehicles/DecodeVin${form}/{vin}`,
    summary: `Decode a VIN into a list of variables${form && " (extended)"}`,
    description: `As vPIC's DecodeVin${form}: every variable with its value, \`null\` where there is none.${form && extended}`,
    params,
    query,
    headers: acceptHeader,
    response: DecodedVariables,
    handle: decodeVin,
  }),
  endpoint({
    ...compatibleLookup(`DecodeVinValues${form}`, 1),
    path: `/vehicles/DecodeVinValues${form}/{vin}`,
    summary: `Decode a VIN into one flat object${form && " (extended)"}`,
    description: `As vPIC's DecodeVinValues${form}: one object with a member for each variable, \`""\` where there is no value.${form && extended}`,
    params,
    query,
    headers: acceptHeader,
    response: DecodedVinValues,
    handle: decodeVinValues,
  }),
]);
