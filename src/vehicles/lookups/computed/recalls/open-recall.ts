import type { Database } from "../../../../database/database.ts";
import { join, sql } from "../../../../database/sql.ts";
import { recallCampaigns, recallCompletions } from "../../../families/apis/open-recall.ts";
import { storedJson } from "../../../families/body.ts";
import { nameKey } from "../../../families/names.ts";
import type { Dataset } from "../../records/datasets.ts";
import type { Compute } from "../compute.ts";
import { type FoundLine, leastMatch } from "./find-lines.ts";
import { type Campaign, openRecalls, type Stored } from "./recall-status.ts";
import { linesOf } from "./vehicle-lines.ts";

/**
 * Answers `/open-recall`: the campaigns of a VIN's line, each with its status for that vehicle. Without a
 * campaign it answers 404, uncharged: absence proves nothing.
 */
export const openRecall: Compute = async (computation) => {
  const { context, subject, datasets } = computation;
  const campaigns = datasets.get(recallCampaigns.name);
  if (!campaigns) return undefined;
  const { year } = subject.vehicle;
  const lines = await linesOf(computation, campaigns);
  const rows = await campaignsOf(context.database, campaigns, year, lines);
  const [first] = lines;
  if (rows.length === 0 || !first) return undefined;
  const completions = datasets.get(recallCompletions.name);
  const done = completions ? await completionsOf(context.database, completions, subject.vin) : [];
  const recalls = openRecalls(rows, done);
  const data = {
    vin: subject.vin,
    year: String(year),
    make: first.make,
    model: first.model,
    recall_count: recalls.length,
    matched_models: lines.map(({ make, model, match, note }) => ({ make, model, match, note })),
    recalls,
  };
  const body = JSON.stringify({ status: "success", data });
  return { body, source: campaigns.source, match: leastMatch(lines) };
};

async function campaignsOf(db: Database, dataset: Dataset, year: number, lines: readonly FoundLine[]) {
  if (lines.length === 0) return [];
  const named = lines.map(
    ({ makeKey, modelKey }) => sql`(make_key = ${makeKey} and model_key = ${modelKey})`,
  );
  const rows = await db.all<{
    id: string;
    key: string;
    makeKey: string;
    modelKey: string;
    body: Uint8Array;
  }>(sql`
    select campaign as id, campaign_key as key, make_key as "makeKey", model_key as "modelKey", body
    from recall_campaign where dataset = ${dataset.id} and year = ${year} and (${join(named, " or ")})`);
  // A campaign that several of the names have is listed once, under the surest.
  const found = new Map<string, Campaign>();
  for (const line of lines)
    for (const { id, key, body } of rows.filter(
      (row) => row.makeKey === line.makeKey && row.modelKey === line.modelKey,
    ))
      if (!found.has(key)) found.set(key, { id, key, record: recordOf(body), line });
  return [...found.values()];
}

async function completionsOf(db: Database, dataset: Dataset, vin: string): Promise<Stored[]> {
  const rows = await db.all<{ id: string; body: Uint8Array }>(sql`
    select id, body from recall_completion where dataset = ${dataset.id} and vin = ${vin} order by id`);
  return rows.map(({ id, body }) => ({ id, key: nameKey(id), record: recordOf(body) }));
}

function recordOf(body: Uint8Array): Record<string, unknown> {
  return JSON.parse(storedJson(body)) as Record<string, unknown>;
}
