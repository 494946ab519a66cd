import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { recallCampaigns, recallCompletions } from "../../families/apis/open-recall.ts";
import { storedJson } from "../../families/body.ts";
import { nameKey } from "../../families/names.ts";
import type { Vehicle } from "../names/subject.ts";
import type { Dataset } from "../records/datasets.ts";
import type { Compute } from "./compute.ts";
import { openRecalls, type Stored } from "./recall-status.ts";

/**
 * Answers `/open-recall`: the campaigns of a VIN's model, each with its status for that vehicle. Without a
 * campaign it answers 404, uncharged: absence proves nothing.
 */
export const openRecall: Compute = async ({ context, subject, datasets }) => {
  const campaigns = datasets.get(recallCampaigns.name);
  if (!campaigns) return undefined;
  const { year } = subject.vehicle;
  const rows = await campaignsOf(context.database, campaigns, subject.vehicle);
  const [first] = rows;
  if (!first) return undefined;
  const completions = datasets.get(recallCompletions.name);
  const done = completions ? await completionsOf(context.database, completions, subject.vin) : [];
  const recalls = openRecalls(rows, done);
  const { make, model } = first;
  const data = { vin: subject.vin, year: String(year), make, model, recall_count: recalls.length, recalls };
  return { body: JSON.stringify({ status: "success", data }), source: campaigns.source };
};

async function campaignsOf(db: Database, dataset: Dataset, { year, make, model }: Vehicle) {
  const rows = await db.all<{ id: string; make: string; model: string; body: Uint8Array }>(sql`
    select campaign as id, make, model, body from recall_campaign
    where dataset = ${dataset.id} and year = ${year} and make_key = ${make.key} and model_key = ${model.key}
    order by campaign_key`);
  return rows.map(({ body, ...row }) => ({ ...row, key: nameKey(row.id), record: recordOf(body) }));
}

async function completionsOf(db: Database, dataset: Dataset, vin: string): Promise<Stored[]> {
  const rows = await db.all<{ id: string; body: Uint8Array }>(sql`
    select id, body from recall_completion where dataset = ${dataset.id} and vin = ${vin} order by id`);
  return rows.map(({ id, body }) => ({ id, key: nameKey(id), record: recordOf(body) }));
}

function recordOf(body: Uint8Array): Record<string, unknown> {
  return JSON.parse(storedJson(body)) as Record<string, unknown>;
}
