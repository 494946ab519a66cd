import { join, name, sql } from "../../../../database/sql.ts";
import { ApiError } from "../../../../http/errors.ts";
import {
  bulletins,
  bulletinsListed,
  complaints,
  countNames,
  investigations,
} from "../../../families/apis/known-problems.ts";
import type { VehicleRecords } from "../../../families/record-family.ts";
import type { Match } from "../../names/subject.ts";
import type { Dataset } from "../../records/datasets.ts";
import type { Computation, Compute } from "../compute.ts";
import { type FoundLine, leastMatch } from "../recalls/find-lines.ts";
import { linesOf } from "../recalls/vehicle-lines.ts";
import {
  byDay,
  dayIn,
  type LineRow,
  numberIn,
  ofLines,
  oncePerKey,
  rowsOfLines,
  shownLine,
  shownLines,
  textIn,
} from "./line-rows.ts";

/** A part of the answer; `body` is null if its data are not loaded. */
interface Part {
  readonly body: object | null;
  readonly found: boolean;
  readonly dataset: Dataset | undefined;
  readonly lines: readonly FoundLine[];
}

type ReadPart = (
  computation: Computation,
  of: { readonly dataset: Dataset; readonly year: number; readonly lines: readonly FoundLine[] },
) => Promise<{ readonly body: object; readonly found: boolean }>;

/** Answers `/known-problems`: what NHTSA's files have of the vehicle's line. */
export const answerKnownProblems: Compute = async (computation) => {
  const { year, make, model } = computation.subject.vehicle;
  const parts = {
    complaints: await partOf(computation, complaints, complaintsOf),
    investigations: await partOf(computation, investigations, investigationsOf),
    bulletins: await partOf(computation, bulletins, bulletinsOf),
  };
  const all = Object.values(parts);
  if (all.every(({ dataset }) => dataset === undefined)) throw nothingLoaded();
  const found = all.filter((part) => part.found);
  if (found.length === 0) return undefined;
  const data = {
    vin: computation.subject.vin,
    year: String(year),
    make: make.text,
    model: model.text,
    complaints: parts.complaints.body,
    investigations: parts.investigations.body,
    bulletins: parts.bulletins.body,
  };
  return {
    body: JSON.stringify({ status: "success", data }),
    source: [...new Set(found.map(({ dataset }) => dataset!.source))].join(", "),
    match: leastMatch(found.flatMap(({ lines }) => lines)) satisfies Match,
  };
};

const nothingLoaded = () =>
  new ApiError(
    "record_not_found",
    `No ${complaints.name}, ${investigations.name} or ${bulletins.name} data is loaded.`,
    { members: { suggestions: [] } },
  );

async function partOf(computation: Computation, family: VehicleRecords, read: ReadPart): Promise<Part> {
  const dataset = computation.datasets.get(family.name);
  if (!dataset) return { body: null, found: false, dataset, lines: [] };
  const lines = await linesOf(computation, dataset, { table: family.table, noun: family.name });
  const { year } = computation.subject.vehicle;
  const { body, found } = await read(computation, { dataset, year, lines });
  return {
    body: { source: dataset.source, matched_models: shownLines(lines), ...body },
    found,
    dataset,
    lines,
  };
}

const complaintsOf: ReadPart = async ({ context }, query) => {
  const rows = await rowsOfLines(context.database, complaints, query);
  const counted = ({ line, record }: LineRow) => ({
    ...shownLine(line),
    ...Object.fromEntries(countNames.map((one) => [one, numberIn(record, one) ?? 0])),
    first_received: dayIn(record, "first_received"),
    last_received: dayIn(record, "last_received"),
  });
  const components = rows.filter(({ key }) => key !== "");
  const count = ({ record }: LineRow) => numberIn(record, "complaint_count") ?? 0;
  components.sort((a, b) => count(b) - count(a) || (a.key < b.key ? -1 : 1));
  const body = {
    totals: rows.filter(({ key }) => key === "").map(counted),
    components: components.map((row) => {
      const { matched_model, match, ...counts } = counted(row);
      return { matched_model, match, component: row.name, ...counts, examples: examplesOf(row) };
    }),
  };
  return { body, found: rows.length > 0 };
};

function examplesOf({ record }: LineRow) {
  const examples = Array.isArray(record.examples) ? (record.examples as LineRow["record"][]) : [];
  return examples.map((example) => ({
    component: textIn(example, "component"),
    crash: example.crash === true,
    fire: example.fire === true,
    injured: numberIn(example, "injured") ?? 0,
    killed: numberIn(example, "killed") ?? 0,
    incident_date: dayIn(example, "incident_date"),
    mileage: numberIn(example, "mileage"),
  }));
}

const investigationsOf: ReadPart = async ({ context }, query) => {
  const rows = oncePerKey(await rowsOfLines(context.database, investigations, query));
  const shown = rows.map(({ line, name: number, record }) => ({
    ...shownLine(line),
    investigation: number,
    subject: textIn(record, "subject"),
    component: textIn(record, "component"),
    manufacturer: textIn(record, "manufacturer"),
    summary: textIn(record, "summary"),
    opened: dayIn(record, "opened"),
    closed: dayIn(record, "closed"),
    campaign: textIn(record, "campaign") || null,
  }));
  shown.sort((a, b) => byDay(a.opened, b.opened) || (a.investigation < b.investigation ? 1 : -1));
  return { body: { investigations: shown }, found: shown.length > 0 };
};

/** A popular line has a thousand bulletins: the database chooses the latest by NHTSA's numbers, which rise. */
const bulletinsOf: ReadPart = async ({ context: { database } }, query) => {
  if (query.lines.length === 0) return { body: { bulletin_count: 0, bulletins: [] }, found: false };
  const counted = await database.get<{ count: number }>(sql`
    select count(distinct bulletin_key) as count from ${name(bulletins.table)} where ${ofLines(query)}`);
  const latest = await database.all<{ key: string }>(sql`
    select distinct bulletin_key as key, length(bulletin_key) as digits from ${name(bulletins.table)}
    where ${ofLines(query)} order by digits desc, key desc limit ${bulletinsListed}`);
  const keys = join(
    latest.map(({ key }) => sql`${key}`),
    ", ",
  );
  const end = latest.length > 0 ? sql`and bulletin_key in (${keys})` : sql`and 1 = 0`;
  const rows = oncePerKey(await rowsOfLines(database, bulletins, { ...query, end }));
  const shown = rows.map(({ line, name: number, record }) => ({
    ...shownLine(line),
    bulletin: number,
    document: textIn(record, "document"),
    type: textIn(record, "type"),
    component: textIn(record, "component"),
    summary: textIn(record, "summary"),
    sent: dayIn(record, "sent"),
  }));
  shown.sort((a, b) => byDay(a.sent, b.sent) || Number(b.bulletin) - Number(a.bulletin));
  const count = Number(counted?.count ?? 0);
  return { body: { bulletin_count: count, bulletins: shown }, found: count > 0 };
};
