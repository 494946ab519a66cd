import { z } from "zod";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import type { Lines, LinesInput } from "../../http/lines.ts";
import { testLines } from "../../vehicles/lookups/batch/test-lines.ts";
import { normaliseVin } from "../../vin/characters.ts";
import { decodedMessage, type Vpic, vpicOf } from "./answer-decode.ts";
import { yearOf } from "./decodes.ts";
import { acceptHeader, type Format, formatOf, formatParameter, types } from "./format.ts";
import { aroundResults, type Result, writeResult } from "./results.ts";
import { DecodedVinValues } from "./schemas.ts";
import { compatibleLookup } from "./shared.ts";

/** vPIC takes 50 VINs. */
const vinsMax = 10_000;

/** Longer entries are cut: no VIN has so many characters. */
const entryMax = 1000;

/** The entries of `DATA`, at most one more than a batch may have. */
function entriesOf(data: string): string[] {
  const entries: string[] = [];
  for (let from = 0; entries.length <= vinsMax; ) {
    while (isBetween(data.charCodeAt(from))) from += 1;
    if (from >= data.length) break;
    const next = data.indexOf(";", from);
    const end = next < 0 ? data.length : next;
    const entry = data.slice(from, Math.min(end, from + entryMax)).trim();
    if (entry !== "") entries.push(entry);
    from = end;
  }
  return entries;
}

/** Whether a character is a semicolon or space before an entry. */
const isBetween = (code: number) => code === 0x3b || code === 0x20 || (code >= 0x09 && code <= 0x0d);

const VpicBatch = z
  .object({
    data: z
      .string()
      .refine((data) => entriesOf(data).length <= vinsMax, { error: `must have at most ${vinsMax} VINs` })
      .meta({
        description: `VINs separated by \`;\`, each optionally with its model year after a comma: \`VIN,2018;VIN\`. At most ${vinsMax}; vPIC takes 50.`,
      }),
    format: formatParameter,
  })
  .meta({ id: "VpicBatch", example: { data: "5J6RW2H59JL990075,2018;1M8GDM9A*KP", format: "json" } });

/** Decodes `DATA`. Each VIN is charged and recorded as one call, and has its own error. */
function vpicLines(context: Context, input?: LinesInput): Lines {
  const { query, headers, body } = input as {
    readonly query: { readonly format?: string };
    readonly headers: { readonly accept?: string };
    readonly body: z.infer<typeof VpicBatch>;
  };
  const vpic = vpicOf(context);
  const requireKnown = testLines(context);
  const format = formatOf(body.format ?? query.format, headers.accept);
  const entries = entriesOf(body.data);
  const heading = { count: entries.length, message: decodedMessage, criteria: "" };
  return {
    entries,
    form: { type: types[format], ...aroundResults(format, vpic.flatForm, heading), end: "" },
    read(line) {
      const [vin = "", year] = String(line).split(",");
      requireKnown?.(normaliseVin(vin));
      return {
        vin,
        answer: () => ({
          body: written(format, vpic, vpic.values(vin.trim(), yearOf(year))),
          source: vpic.source,
        }),
      };
    },
    refusalOf(line, { status, message }) {
      const [vin = ""] = String(line).split(",");
      return written(format, vpic, vpic.refused(vin.trim(), status, message));
    },
  };
}

const utf8 = new TextDecoder();

/** A flat result in a format. */
function written(format: Format, { flatForm }: Vpic, result: Uint8Array): Uint8Array {
  if (format === "json") return result;
  return Buffer.from(writeResult(format, flatForm, JSON.parse(utf8.decode(result)) as Result));
}

/** vPIC's operation for batches of VINs. */
export const batchEndpoints: readonly Operation[] = [
  endpoint({
    ...compatibleLookup("DecodeVINValuesBatch", 1),
    method: "POST",
    path: "/vehicles/DecodeVINValuesBatch",
    summary: "Decode many VINs into flat objects",
    description: [
      "As vPIC's DecodeVINValuesBatch: a form with the VINs in `DATA`; results are in their order.",
      "Each VIN is charged, recorded and counted by the quota as a call of its own.",
      "The rate counts one call, and one for each refused VIN.",
      "When credits or the quota end, the other VINs of a group of up to 256 have the status in `ErrorCode`,",
      "for example 402. Then the batch ends with one result whose `ErrorText` says from which VIN on.",
    ].join(" "),
    query: z.object({ format: formatParameter }),
    headers: acceptHeader,
    form: true,
    body: VpicBatch,
    limits: { bodyBytes: 512 * 1024 },
    response: DecodedVinValues,
    answers: "lines",
    handle: vpicLines,
  }),
];
