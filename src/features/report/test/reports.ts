import { smallSet } from "../../../../test/demo/small-set.ts";
import { type FamilyService, startFamilies } from "../../../../test/gateway/family-upstreams.ts";
import { type Account, type Got, kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { buildTestSet } from "../../../vehicles/imports/demo/build-test-set.ts";
import { loadDemo } from "../../../vehicles/imports/demo/load-demo.ts";
import { forgetDatasets } from "../../../vehicles/lookups/records/datasets.ts";
import type { ReportPart } from "../families.ts";

/** A VIN of the demo set, and one that it does not have. */
export const vin = "5J6RW2H59JL990075";
export const strangeVin = "1HGCM82633A004352";

export interface Reported {
  readonly vin: string | null;
  readonly vehicle: object | null;
  readonly parts: Readonly<Record<string, ReportPart>>;
  readonly odometer: object | null;
  readonly credits_charged: number;
  readonly credits_remaining: number | null;
  readonly request_id: string;
}

export function reportOf({ body, status, text }: Got): Reported {
  if (status !== 200) throw new Error(`the report answered ${status}: ${text}`);
  return (body as { data: Reported }).data;
}

export const statusesOf = ({ parts }: Pick<Reported, "parts">) =>
  Object.fromEntries(Object.entries(parts).map(([family, { status }]) => [family, status]));

let set: Promise<string> | undefined;

/** A service with a small demo set. */
export async function startReports(kind = kinds[0]!): Promise<FamilyService> {
  set ??= smallSet(40);
  const folder = await set;
  const service = await startFamilies(kind, {}, { testSets: { build: buildTestSet, folder } });
  const { database, clock, config } = service.app;
  await loadDemo(database, { clock, folder, datasetFits: config.datasetFits });
  forgetDatasets(database);
  return service;
}

/** The credits that a customer's calls have used. */
export async function used({ app }: FamilyService, { subscriptionId }: Account): Promise<number> {
  await app.metering.flush();
  const row = await app.database.get<{ used: number }>(
    sql`select used from credit_total where subscription_id = ${subscriptionId}`,
  );
  return row!.used;
}
