import { name, sql } from "../../../src/database/sql.ts";
import { storedJson } from "../../../src/vehicles/families/body.ts";
import type { VehicleRecords } from "../../../src/vehicles/families/record-family.ts";
import type { ImportSummary } from "../../../src/vehicles/imports/jobs/import-plan.ts";
import type { Source } from "../../../src/vehicles/imports/sources/source.ts";
import type { TestService } from "../../harness.ts";
import { importText } from "./importing.ts";

/** Imports a file of a public source as version 2026-11. */
export const loadFile = (
  { app }: TestService,
  source: Source,
  text: string | Uint8Array,
  more: object = {},
): Promise<ImportSummary> => importText(app.database, source, text, { version: "2026-11", ...more });

/** Every current record of a source: its year and names, and what it has. */
export async function storedRecords({ app }: TestService, source: Source): Promise<Record<string, unknown>> {
  const { table, levels, name: family } = source.family as VehicleRecords;
  const rows = await app.database.all<Record<string, unknown> & { body: Uint8Array }>(sql`
    select * from ${name(table)} where dataset = (
      select id from dataset where family = ${family} and state = 'current')
    order by year, make_key, model_key, ${name(`${levels.at(-1)!}_key`)}`);
  return Object.fromEntries(
    rows.map((row) => [
      [row.year, ...levels.map((level) => row[level])].join(" | "),
      JSON.parse(storedJson(row.body)) as unknown,
    ]),
  );
}
