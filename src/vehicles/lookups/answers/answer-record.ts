import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import type { AnswerSource } from "../../families/family.ts";
import type { VehicleRecords } from "../../families/record-family.ts";
import { catalogueOf } from "../names/catalogue.ts";
import { catalogueNames, recordNames } from "../names/known-names.ts";
import { matchRecord } from "../names/match-record.ts";
import { explainNames, noneLoaded, type RequestedName, recordNotFound } from "../names/not-found.ts";
import { vinOfPlate } from "../names/plates.ts";
import { type Match, requireManufacturer, type Subject, subjectOfVin } from "../names/subject.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { currentDatasets, type Dataset } from "../records/datasets.ts";
import {
  findByNames,
  findByVin,
  findCandidates,
  type OpenRecord,
  type VehicleTable,
} from "../records/stored-records.ts";
import { filler, recordAnswer } from "./answer-body.ts";

type FromRecord = Extract<AnswerSource, { kind: "record" }>;

interface Found {
  readonly body: Uint8Array;
  /** Absent if the requested names match exactly. */
  readonly match?: Match;
}

/** Answers with the one record of a family that fits the query. */
export async function answerRecord(
  context: Context,
  { records, body = "body" }: FromRecord,
  query: VehicleQuery,
  unproven: string | undefined,
): Promise<Answer> {
  const dataset = (await currentDatasets(context.database)).get(records.name);
  const absence = dataset ? unproven : noneLoaded(records);
  if (records.kind === "vin") return answerByVin(context, records.table, dataset, query, absence);
  const table: VehicleTable = { ...records, body };
  if (query.by === "names") {
    const found = dataset && (await findNamed(context, table, dataset, query.names, query.extraTrim));
    if (!found) throw await explain(context, records, dataset, query.names, query.extraTrim, absence);
    return answer(context, dataset, found, "");
  }
  const subject =
    query.by === "vin"
      ? subjectOfVin(context, query.vin, query.year)
      : subjectOfVin(context, await vinOfPlate(context, query));
  const found = dataset && (await findForVehicle(context, table, dataset, subject));
  if (!found) throw recordNotFound(nameOf(subject), absence);
  return answer(context, dataset, found, subject.vin);
}

function answer(context: Context, dataset: Dataset, { body, match }: Found, vin: string): Answer {
  const headers = { "x-data-source": dataset.source, ...(match && { "x-match": match }) };
  return { body: recordAnswer(body, filler(context, vin)), type: "application/json", headers };
}

function nameOf({ vin, vehicle }: Subject): string {
  return `${vin} (${vehicle.year} ${vehicle.make.text} ${vehicle.model.text})`;
}

async function answerByVin(
  context: Context,
  table: string,
  dataset: Dataset | undefined,
  query: VehicleQuery,
  absence: string | undefined,
): Promise<Answer> {
  if (query.by === "names") throw new Error("a record of one VIN has no other name");
  const vin = query.by === "vin" ? query.vin : await vinOfPlate(context, query);
  const body = dataset && (await findByVin(context.database, table, dataset, vin));
  if (!body) {
    requireManufacturer(context, vin);
    throw recordNotFound(vin, absence);
  }
  return answer(context, dataset, { body }, vin);
}

/** A record by the names of a path. Levels that the path leaves open take the record that is for all. */
async function findNamed(
  context: Context,
  table: VehicleTable,
  dataset: Dataset,
  names: readonly RequestedName[],
  extra: RequestedName | undefined,
): Promise<Found | undefined> {
  // The empty key means a record for all; a name without letters and digits must not match it.
  if ([...names, ...(extra ? [extra] : [])].some(({ key }) => key === "")) return undefined;
  const keys = names.map(({ key }) => key);
  const find = (wanted: readonly string[]) => findByNames(context.database, table, dataset, wanted);
  if (extra) {
    // A slash in a trim's own name divides the path: what looks like an extra trim is the rest of it.
    const divided = await find([...keys.slice(0, -1), `${keys.at(-1)!}${extra.key}`]);
    const whole = divided.find((one) => one.trim?.includes("/"));
    if (whole) return { body: whole.body };
    const [record] = await find([...keys, extra.key]);
    return record && { body: record.body };
  }
  const records = await find(keys);
  const level = table.levels[keys.length - 1];
  const [first] = records;
  if (!first) return undefined;
  const open = level !== undefined && first[level] !== "" && records.length > 1;
  return { body: first.body, ...(open && { match: "model" as const }) };
}

/** The record of a decoded vehicle, and how well it meets it. */
async function findForVehicle(
  context: Context,
  table: VehicleTable,
  dataset: Dataset,
  { vehicle, decode }: Subject,
): Promise<Found | undefined> {
  const { year, make, model } = vehicle;
  const keys = [String(year), make.key, model.key];
  if (table.levels.length === 2) {
    const [record] = await findByNames(context.database, table, dataset, keys);
    return record && { body: record.body, match: "exact" };
  }
  const rows = await findCandidates(context.database, table, dataset, year, make.key, model.key);
  const candidates = rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as object }));
  const matched = decode && matchRecord(decode, candidates);
  if (!matched) return undefined;
  const [record]: readonly OpenRecord[] = await findByNames(context.database, table, dataset, [
    ...keys,
    matched.candidate.key,
  ]);
  return record && { body: record.body, match: matched.match };
}

function explain(
  context: Context,
  records: VehicleRecords,
  dataset: Dataset | undefined,
  names: readonly RequestedName[],
  extra: RequestedName | undefined,
  absence: string | undefined,
) {
  const known = catalogueNames(catalogueOf(context), "vehicles");
  const own = dataset && recordNames(context, records, dataset);
  return explainNames(extra ? [...names, extra] : names, own ? [own, known] : [known], absence);
}
