import { type AuditContext, serviceAudit } from "../../../access/audit.ts";
import { noteChange } from "../../../access/keys/changes.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import type { DemoPart } from "../../../feature.ts";
import { lockApi } from "../../../management/apis/apis-record.ts";
import { newApi, removeApi, saveApi } from "../../../management/apis/apis-write.ts";
import { trialProductId, unlimitedProductId } from "../../../management/products/products.ts";
import { demoDatasetName } from "../../../vehicles/families/record-family.ts";
import { saveDocument } from "../documents/api-documents.ts";
import { document } from "./document.ts";

/** The registered API of the demo set: its ID, name and path. */
export const demoApiId = "charging-stations";
/** The setting that records that it was registered once. An operator may have deleted it since. */
const registeredSetting = "demo_api";

const described = {
  name: demoApiId,
  path: demoApiId,
  display_name: "Charging stations (demo)",
  description:
    "A registered API to try the gateway with. The service answers it itself, on a second port. All data are synthetic.",
  license: { name: "CC0-1.0" },
};

const audit = (at: number): AuditContext => serviceAudit(at, "demo-set");

/** The setting that records that the demo set was removed. */
const removedSetting = "demo_removed";

/** At a start: whether the demo set was loaded, and its API never registered. */
async function isDue(db: Database): Promise<boolean> {
  const row = await db.get<{ due: number }>(sql`
    select count(*) as due from dataset where state = 'current' and name = ${demoDatasetName}
      and not exists (select 1 from setting where name in (${registeredSetting}, ${removedSetting}))`);
  return row!.due > 0;
}

/**
 * Registers the demo set's API and puts it into the products Trial and Unlimited. Its backend's address is set by the
 * process that serves it. Does nothing if the API, its path or its name exists, or before the first start.
 */
async function add(tx: Queries, now: number): Promise<void> {
  const products = await tx.all<{ id: string }>(sql`
    select id from product where id in (${list([trialProductId, unlimitedProductId])})`);
  if (products.length === 0) return;
  await tx.run(sql`
    insert into setting (name, value) values (${registeredSetting}, 'true') on conflict (name) do nothing`);
  if (await tx.get(sql`select id from api where name = ${demoApiId} or path = ${demoApiId}`)) return;
  const blank = newApi(demoApiId, described, now);
  // No member of it is secret.
  const row = { ...blank, description: described.description, license: described.license };
  await saveApi(tx, undefined, row, audit(now));
  await describe(tx, JSON.stringify(document, null, 2), now);
  for (const { id } of products)
    await tx.run(sql`
      insert into product_api (product_id, api_id, created_at) values (${id}, ${demoApiId}, ${now})`);
  await noteChange(tx, "/apis");
}

async function describe(tx: Queries, text: string, now: number): Promise<void> {
  // Most starts read no document.
  const { readSource } = await import("../documents/read-document.ts");
  const source = new TextEncoder().encode(text);
  const reading = readSource(source, false);
  if ("faults" in reading) throw new Error(`the demo API's document: ${JSON.stringify(reading.faults)}`);
  await saveDocument(tx, demoApiId, { mediaType: "application/json", source }, reading, audit(now));
}

/** Removes the demo set's API from all products and deletes it. */
async function remove(tx: Queries, now: number): Promise<void> {
  const row = await lockApi(tx, demoApiId);
  if (row) await removeApi(tx, row, audit(now));
}

export const demoRegistration: DemoPart = { isDue, add, remove };
