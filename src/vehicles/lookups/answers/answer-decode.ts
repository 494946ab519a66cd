import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import type { CombinationTable } from "../../../vin/answer/combinations.ts";
import { buildSheets } from "../../families/apis/oem-vin-decode.ts";
import { storedJson } from "../../families/body.ts";
import { currentTable } from "../combinations/current-table.ts";
import { decoderOf } from "../decoder.ts";
import { manufacturerNotFound, requireTestVin } from "../names/not-found.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { currentDatasets } from "../records/datasets.ts";
import { findByVin } from "../records/stored-records.ts";

/**
 * Answers what a VIN decodes to: the basic groups, or every element with what decided it and the build sheet;
 * explained or not.
 */
export function answerDecode(
  context: Context,
  which: "basic" | "oem",
  query: VehicleQuery,
  explained: boolean,
): Answer | Promise<Answer> {
  if (query.by !== "vin") throw new Error("only a VIN is decoded");
  const { vin, year } = query;
  requireTestVin(context, vin);
  const table = currentTable(context.database);
  if (table instanceof Promise)
    return table.then((one) => answerWith(context, which, vin, year, explained, one));
  return answerWith(context, which, vin, year, explained, table);
}

function answerWith(
  context: Context,
  which: "basic" | "oem",
  vin: string,
  year: number | undefined,
  explained: boolean,
  table: CombinationTable | undefined,
): Answer | Promise<Answer> {
  const decoder = decoderOf(context).with(table);
  const answered = which === "oem" ? decoder.oemAnswer(vin, year) : decoder.answer(vin, year);
  if (!answered) throw manufacturerNotFound(vin);
  const { body, source } = answered;
  const decoded = {
    body: explained ? withMember(body, "explanation", JSON.stringify(decoder.explain(vin, year))) : body,
    type: "application/json",
    headers: { "x-data-source": source },
  };
  return which === "oem" ? withBuildSheet(context, vin, decoded) : decoded;
}

const close = "}}";

/** The same body with one more member after the others of `data`; `value` is its JSON. */
const withMember = (body: Uint8Array, name: string, value: string): Uint8Array =>
  Buffer.concat([body.subarray(0, body.length - close.length), Buffer.from(`,"${name}":${value}${close}`)]);

/** The same with the build sheet after the other members of `data`, where one has been imported. */
async function withBuildSheet(
  context: Context,
  vin: string,
  decoded: Answer & { body: Uint8Array; headers: Readonly<Record<"x-data-source", string>> },
): Promise<Answer> {
  const dataset = (await currentDatasets(context.database)).get(buildSheets.name);
  const sheet = dataset && (await findByVin(context.database, buildSheets.table, dataset, vin));
  if (!sheet) return decoded;
  const { body, headers } = decoded;
  return {
    ...decoded,
    body: withMember(body, "build_sheet", storedJson(sheet)),
    headers: { "x-data-source": `${headers["x-data-source"]}, ${dataset.source}` },
  };
}
