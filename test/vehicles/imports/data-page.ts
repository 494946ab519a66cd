import { join } from "node:path";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { documentedColumns } from "../../../src/vehicles/imports/columns/template.ts";

export const dataFile = join(import.meta.dir, "../../../docs/data.md");

const marker = "<!-- The rest is generated from the declarations. -->";

/** `docs/data.md` with the sections of these families after its hand-written part. */
export function dataPage(page: string, families: readonly RecordFamily[]): string {
  const [intro = ""] = page.split(marker);
  return `${[`${intro}${marker}\n`, ...families.map(familySection)].join("\n").trimEnd()}\n`;
}

const keys = {
  vehicle: "year and names",
  vin: "VIN",
  plate: "state and plate",
  pattern: "pattern and `id`",
  event: "VIN, `at` and `id`",
} as const;

function familySection(family: RecordFamily): string {
  const { name, kind, origin } = family;
  const key = kind === "vin" && family.id ? `VIN and \`${family.id.name}\`` : keys[kind];
  const rows = documentedColumns(family).map(
    (column) =>
      `| \`${column.name}\`${column.required ? " *" : ""} | ${cell(column.type)} | ${cell(column.about)} | ${cell(column.example)} |`,
  );
  const table = ["| column | type | | example |", "|---|---|---|---|", ...rows];
  return [`## ${name}`, "", `One record for each ${key}. ${origin}`, "", ...table, ""].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
