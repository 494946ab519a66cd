import { copyFileSync } from "node:fs";
import type { Context } from "../../src/calls/context.ts";
import { acquireImportLock } from "../../src/vehicles/imports/jobs/runs.ts";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { lienHeader, lienRow, vins } from "../vehicles/imports/liens.ts";
import { placeTestPack } from "../vin/shared-pack.ts";
import type { Made, ManagementCall } from "./management-calls.ts";

const lien = () => ({ family: "lien" });
const ofImport = ({ importId }: Made) => ({ id: importId });
const versioned = (version: string) => () => ({ version, licence: "CC0-1.0" });

/** Two imports of liens, and calls about them. */
export const datasetCalls: readonly ManagementCall[] = [
  {
    operation: "putDataset",
    params: lien,
    query: versioned("2026-10"),
    file: lienHeader + lienRow(vins[0], "Acme Bank"),
    keep: (body: { id: string }, made) => {
      made.importId = body.id;
    },
  },
  { operation: "getImport", params: ofImport, until: ended },
  {
    operation: "putDataset",
    params: lien,
    query: (): Record<string, string> => ({ ...versioned("2026-11")(), max_rejects: "1" }),
    file: `${lienHeader}${vins.map((vin) => lienRow(vin, "Acme Bank")).join("")}NOT-A-VIN!,Acme Bank,active,2026-11-01\n`,
    keep: (body: { id: string }, made) => {
      made.importId = body.id;
    },
  },
  { operation: "getImport", params: ofImport, until: ended },
  { operation: "listImports", query: () => ({ family: "lien", page_size: 1 }) },
  { operation: "compareDatasets", params: lien },
  { operation: "getDataset", params: lien },
  { operation: "listDatasets" },
  { operation: "rollBackDataset", params: lien },
  { operation: "getVinData", prepare: withFormerData },
  { operation: "rollBackVinData" },
  { operation: "putVinData", file: "no dump" },
  { operation: "deleteImport", prepare: begun, params: ofImport },
];

function ended({ state }: { state: string }): boolean {
  return state !== "running";
}

/** The packaged data, and the same as the former ones. */
async function withFormerData({ config: { dataDir } }: Context): Promise<void> {
  await placeTestPack(dataDir);
  copyFileSync(vinPackFile(dataDir), `${vinPackFile(dataDir)}.former`);
}

/** An import that waits for its family's import lock. */
async function begun({ database, clock }: Context, made: Made): Promise<void> {
  const request = { family: "lien", source: "records lien", input: "the file sent", actor: "operator" };
  made.importId = (
    await acquireImportLock(database, { ...request, mode: "replace", dryRun: false }, clock)
  ).id;
}
