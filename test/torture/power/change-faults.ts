import { digestToken } from "../../../src/access/tokens.ts";
import type { Database, Queries } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import { featureParts } from "../../feature-parts.ts";
import { type Change, datasetRows, dayOf } from "./changes.ts";

type Part = { publishedFaults(db: Queries, last: number): Promise<string[]> };

/** What is missing of answered changes, or is not whole. */
export async function changeFaults(db: Database, changes: readonly Change[]): Promise<string[]> {
  const faults: string[] = [];
  const deleted = new Set(changes.flatMap((one) => (one.kind === "deleting" ? one.key : [])));
  for (const one of changes) {
    if (one.kind !== "made" || deleted.has(one.key)) continue;
    const row = await db.get<{ deleted: number | null }>(sql`
      select s.deleted_at as deleted from subscription_key k join subscription s on s.id = k.subscription_id
      where k.digest = ${digestToken(one.key)} and s.id = ${one.subscription}`);
    if (!row) faults.push(`subscription ${one.subscription} is gone`);
  }
  const last = (kind: "published" | "imported") =>
    changes.reduce((most, one) => Math.max(most, one.kind === kind ? one.version : 0), 0);
  for (const { publishedFaults } of await featureParts<Part>("power-loss.ts"))
    faults.push(...(await publishedFaults(db, last("published"))));
  return [...faults, ...(await datasetFaults(db, last("imported")))];
}

/** The current dataset is the last that was reported, or a later one, and has each of its records. */
async function datasetFaults(db: Database, last: number): Promise<string[]> {
  const current = await db.all<{ id: number; version: string; record_count: number }>(sql`
    select id, version, record_count from dataset where family = 'lien' and state = 'current'`);
  if (current.length > 1) return ["two datasets are current"];
  const [dataset] = current;
  if (!dataset) return last > 0 ? [`dataset ${last} is gone`] : [];
  const version = Number(dataset.version.slice(1));
  if (version < last) return [`dataset ${last} is gone: ${version} is current`];
  const row = await db.get<{ rows: number; whole: number }>(sql`
    select count(*) as rows, coalesce(sum(instr(cast(body as text), ${dayOf(version)}) > 0), 0) as whole
    from lien_record where dataset = ${dataset.id}`);
  const isWhole =
    row?.rows === datasetRows && row.whole === datasetRows && dataset.record_count === datasetRows;
  return isWhole ? [] : [`dataset ${version} is not whole: ${JSON.stringify(row)}`];
}
