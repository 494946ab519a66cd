import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import type { CombinationTable } from "../../../vin/answer/combinations.ts";
import { elementText } from "../../../vin/decode/element-value.ts";
import { MODEL } from "../../../vin/elements.ts";
import { buildSheets } from "../../families/apis/oem-vin-decode.ts";
import { typeRecords } from "../../families/apis/vehicle-types.ts";
import { storedJson } from "../../families/body.ts";
import { currentTable } from "../combinations/current-table.ts";
import { decoderOf } from "../decoder.ts";
import { manufacturerNotFound, requireTestVin } from "../names/not-found.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { currentDatasets } from "../records/datasets.ts";
import { findByVin } from "../records/stored-records.ts";
import { findTypes } from "./answer-types.ts";
import { noteReading } from "./note-reading.ts";

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
  const { vin, sent, year } = query;
  requireTestVin(context, vin);
  const table = currentTable(context.database);
  if (table instanceof Promise)
    return table.then((one) => answerWith(context, which, { vin, sent, year }, explained, one));
  return answerWith(context, which, { vin, sent, year }, explained, table);
}

/** A VIN, as it was sent, and the model year if it was given. */
interface VinAsked {
  readonly vin: string;
  readonly sent: string | undefined;
  readonly year: number | undefined;
}

function answerWith(
  context: Context,
  which: "basic" | "oem",
  { vin, sent, year }: VinAsked,
  explained: boolean,
  table: CombinationTable | undefined,
): Answer | Promise<Answer> {
  const own = decoderOf(context);
  const decoder = own.with(table);
  const answered = which === "oem" ? decoder.oemAnswer(vin, year) : decoder.answer(vin, year);
  if (!answered) throw manufacturerNotFound(vin);
  const { body, source } = noteReading(own, answered, vin, sent);
  const decoded = {
    body: explained ? withMember(body, "explanation", JSON.stringify(decoder.explain(vin, year))) : body,
    type: "application/json",
    headers: { "x-data-source": source },
  };
  return which === "oem" ? withRecords(context, vin, year, decoded) : decoded;
}

const close = "}}";

/** The same body with one more member after the others of `data`; `value` is its JSON. */
const withMember = (body: Uint8Array, name: string, value: string): Uint8Array =>
  Buffer.concat([body.subarray(0, body.length - close.length), Buffer.from(`,"${name}":${value}${close}`)]);

type Decoded = Answer & { body: Uint8Array; headers: Readonly<Record<"x-data-source", string>> };

const withPart = ({ body, headers, ...decoded }: Decoded, name: string, value: string, source: string) => ({
  ...decoded,
  body: withMember(body, name, value),
  headers: { "x-data-source": `${headers["x-data-source"]}, ${source}` },
});

/**
 * The same with imported records after the other members of `data`: the build sheet, and where vPIC has no model, types
 * of registers. Basic decodes have none, because they read no database.
 */
async function withRecords(context: Context, vin: string, year: number | undefined, decoded: Decoded) {
  const { database } = context;
  const datasets = await currentDatasets(database);
  const dataset = datasets.get(buildSheets.name);
  const sheet = dataset && (await findByVin(database, buildSheets.table, dataset, vin));
  const whole = sheet ? withPart(decoded, "build_sheet", storedJson(sheet), dataset.source) : decoded;
  if (!typeRecords.some(({ name }) => datasets.has(name)) || hasModel(context, vin, year)) return whole;
  const types = await findTypes(context, typeRecords, datasets, vin);
  return types ? withPart(whole, "vehicle_types", JSON.stringify(types.sources), types.source) : whole;
}

function hasModel(context: Context, vin: string, year: number | undefined): boolean {
  const decoder = decoderOf(context);
  const state = decoder.scan(vin, year);
  return state !== undefined && elementText(decoder.pack, state, MODEL) !== "";
}
