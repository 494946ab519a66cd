import type { Database } from "../../../../database/database.ts";
import { join, name, sql } from "../../../../database/sql.ts";
import type { ApiError } from "../../../../http/errors.ts";
import { recallCampaigns, recallsUnproven } from "../../../families/apis/open-recall.ts";
import { authorities, campaignsAbroad, type Market, markets } from "../../../families/apis/recalls-abroad.ts";
import { storedJson } from "../../../families/body.ts";
import { makeKey } from "../../../families/names.ts";
import { undatedYear, type VehicleRecords } from "../../../families/record-family.ts";
import { noneLoaded, recordNotFound } from "../../names/not-found.ts";
import { describeSubject, type Subject } from "../../names/subject.ts";
import type { Dataset } from "../../records/datasets.ts";
import type { Computation } from "../compute.ts";
import { filedName, makesOf } from "./filed-names.ts";
import { type FoundLine, sortLines } from "./find-lines.ts";
import type { Campaign } from "./recall-status.ts";
import { isExcluded, isWithin, type RecalledRange } from "./recalled-ranges.ts";
import { linesOf } from "./vehicle-lines.ts";

/** The campaigns of a market. */
export const campaignRecords = (market: Market): VehicleRecords =>
  market === "US" ? recallCampaigns : campaignsAbroad[market];

/** What a market's file has for a vehicle: at least one campaign. */
export interface MarketRecalls {
  readonly dataset: Dataset;
  /** The names under which the file has them, the surest first. */
  readonly lines: readonly [FoundLine, ...FoundLine[]];
  readonly campaigns: readonly Campaign[];
}

/** The campaigns that a market's file has for a vehicle's line; undefined without one. */
export async function marketRecalls(
  computation: Computation,
  market: Market,
): Promise<MarketRecalls | undefined> {
  const { context, subject, datasets } = computation;
  const records = campaignRecords(market);
  const dataset = datasets.get(records.name);
  if (!dataset) return undefined;
  const lines = subject.unidentified
    ? await linesByVin(context.database, records, dataset, subject)
    : await linesOf(computation, dataset, { table: records.table, noun: "campaign" });
  const found = await rowsOf(context.database, records, dataset, subject, lines);
  const rows = subject.unidentified
    ? found.filter(({ record }) => rangesOf(record).some((range) => isWithin(range, subject.vin)))
    : found;
  const ofLine = (line: FoundLine) =>
    rows.filter((row) => row.makeKey === line.makeKey && row.modelKey === line.modelKey);
  const [first, ...others] = lines.filter((line) => ofLine(line).length > 0);
  if (!first) return undefined;
  // A campaign that several of the names have is listed once, under the surest.
  const campaigns = new Map<string, Campaign>();
  for (const line of [first, ...others])
    for (const { id, key, record } of ofLine(line))
      if (!campaigns.has(key)) campaigns.set(key, { id, key, record, line });
  return { dataset, lines: [first, ...others], campaigns: [...campaigns.values()] };
}

/** 404 for a vehicle without campaigns in a market; names the markets that have some. */
export async function noRecalls(computation: Computation, market: Market): Promise<ApiError> {
  const others: Market[] = [];
  for (const other of markets)
    if (other !== market && (await marketRecalls(computation, other))) others.push(other);
  const { unidentified } = computation.subject;
  if (unidentified && others.length === 0) return unidentified;
  const records = campaignRecords(market);
  const absence = computation.datasets.has(records.name) ? recallsUnproven : noneLoaded(records);
  const what = describeSubject(computation.subject);
  const where = market === "US" ? "" : ` among the recalls of ${authorities[market]}`;
  const elsewhere = others.map((one) => `market=${one} (${authorities[one]})`).join(", ");
  return recordNotFound(
    `${what}${where}`,
    elsewhere === "" ? absence : `${absence} Other markets have campaigns of its line: ${elsewhere}.`,
  );
}

interface CampaignRow {
  readonly id: string;
  readonly key: string;
  readonly makeKey: string;
  readonly modelKey: string;
}

/** The campaigns under the names of lines, without those whose ranges exclude the vehicle. */
async function rowsOf(
  db: Database,
  { table }: VehicleRecords,
  dataset: Dataset,
  { vin, vehicle: { year } }: Subject,
  lines: readonly FoundLine[],
): Promise<readonly (CampaignRow & Pick<Campaign, "record">)[]> {
  if (lines.length === 0) return [];
  const conditions = lines.map(
    ({ makeKey, modelKey }) => sql`(make_key = ${makeKey} and model_key = ${modelKey})`,
  );
  const rows = await db.all<CampaignRow & { readonly body: Uint8Array }>(sql`
    select campaign as id, campaign_key as key, make_key as "makeKey", model_key as "modelKey", body
    from ${name(table)}
    where dataset = ${dataset.id} and year in (${year}, ${undatedYear}) and (${join(conditions, " or ")})`);
  return rows
    .map(({ body, ...row }) => ({ ...row, record: recordOf(body) }))
    .filter(({ record }) => !isExcluded(rangesOf(record), { vin, year }));
}

const rangesOf = ({ ranges = [] }: Campaign["record"]): readonly RecalledRange[] =>
  ranges as readonly RecalledRange[];

const byRange = (model: string): string =>
  `No pattern names the VIN's model: it is in a range of VINs that the file gives for "${model}", and other models may be in it too.`;

/** The names of a make under which the file has a range that contains the VIN, whose model no pattern names. */
async function linesByVin(
  db: Database,
  { table }: VehicleRecords,
  dataset: Dataset,
  { vin, vehicle: { year, make } }: Subject,
): Promise<readonly FoundLine[]> {
  const makes = makesOf(make.text).map((one) => sql`${makeKey(one)}`);
  const rows = await db.all<
    Pick<FoundLine, "makeKey" | "make" | "modelKey" | "model"> & { body: Uint8Array }
  >(
    sql`
      select make_key as "makeKey", make, model_key as "modelKey", model, body from ${name(table)}
      where dataset = ${dataset.id} and year in (${year}, ${undatedYear}) and make_key in (${join(makes, ", ")})`,
  );
  const found = new Map<string, FoundLine>();
  for (const { body, ...row } of rows) {
    const how = rangesOf(recordOf(body)).map((range) => isWithin(range, vin));
    const key = `${row.makeKey}\n${row.modelKey}`;
    if (how.includes("sure")) found.set(key, { ...filedName(row), match: "close", note: "" });
    else if (how.includes("open") && !found.has(key))
      found.set(key, { ...filedName(row), match: "model", note: byRange(row.model) });
  }
  return sortLines([...found.values()]);
}

export function recordOf(body: Uint8Array): Record<string, unknown> {
  return JSON.parse(storedJson(body)) as Record<string, unknown>;
}
