import { recordFamilies } from "../../src/families/record-families.ts";
import type { RecordFamily } from "../../src/families/record-family.ts";
import { documentedColumns } from "../../src/imports/columns/template.ts";

/** Where an operator can get or license each family's data. */
const origins: Readonly<Record<string, string>> = {
  "headlight-assembly":
    "Aftermarket catalogues (ACES/PIES data of lamp suppliers, Partslink numbers) and manufacturers' parts catalogues, under contract.",
  "vehicle-images":
    "Your own photographs, or a licensed stock of vehicle images. A record keeps object names, not addresses.",
  windshield: "Glass distributors' catalogues; NAGS numbers are licensed by Mitchell.",
  lien: "States' title and lien registers and electronic lien and title (ELT) providers; UCC filings of states.",
  plate:
    "States' motor-vehicle registers, under the Driver's Privacy Protection Act, and resellers with a permissible use.",
  "ymm-specs":
    "`vingate import epa` for fuel economy data; specifications by trim from licensed data providers.",
  "oem-parts": "Manufacturers' electronic parts catalogues, under contract.",
  "build-sheet": "Manufacturers' build data, under contract; your own inspections.",
  "recall-campaign": "`vingate import recalls`: NHTSA publishes every campaign.",
  "recall-completion": "Manufacturers' VIN look-ups under contract; your own workshops.",
  "oil-lookup": "Oil suppliers' lubricant guides, under licence; owners' manuals.",
  "repair-estimates":
    "Labour-time guides under licence; your own invoices. What no record states is estimated.",
  auction: "Your own auction's events, or auction houses' feeds under contract.",
  saleshistory: "Your own listings, or listing feeds under contract.",
};

const intro = `# Data

Every family of records that \`vingate import records FAMILY\` takes: its columns, an example, and where such data come from. ([First data](first-data.md) shows the public sources.) This page is made from the declarations that the import itself reads.

- \`vingate import records FAMILY --template\` prints a header and one row, which imports as it is.
- **CSV**: the first line names the columns, in any order. Delimiters are comma, semicolon, tab or bar. Columns in lists are numbered: \`liens.1.state\`, \`liens.2.state\`. A cell of a list or object may also hold JSON; lists of texts are divided by \`|\`.
- **NDJSON**: one object a line, with the same names nested: \`{"vin": "…", "liens": [{"state": "CA"}]}\`.
- Text is UTF-8, UTF-16 with a byte order mark, or Latin-1; files may be plain, gzip, zstd or zip.
- **A file with other columns** needs a map, \`--map columns.json\`: \`{"vin": "VIN_NO", "liens.1.lienholder": "Lender", "as_of": {"value": "2026-11-01"}}\`. Columns that the map does not name are passed over.
- What is unknown is left empty. Columns marked * are required.
- Rows that cannot be taken go to \`FILE.rejects.csv\` with line, column, value and reason; more than 1 % of them (\`--max-rejects\`) and nothing is changed.
- \`--mode merge\` keeps former records that the input has no row for, by the columns of the key; \`replace\` is the default. The demo set of a family goes away with its first import.
- Two versions of each family are kept: \`vingate datasets rollback FAMILY\` goes back, \`vingate datasets diff FAMILY\` tells what differs.
`;

const keys = {
  vehicle: "year and names",
  vin: "VIN",
  plate: "state and plate",
  event: "VIN, `at` and `id`",
} as const;

function familySection(family: RecordFamily): string {
  const { name, kind } = family;
  const key = name === "recall-completion" ? "VIN and campaign" : keys[kind];
  const rows = documentedColumns(family).map(
    ({ name: column, type, required, about, example }) =>
      `| \`${column}\`${required ? " *" : ""} | ${cell(type)} | ${cell(about)} | ${cell(example)} |`,
  );
  const head = ["| column | type | | example |", "|---|---|---|---|"];
  return [
    `## ${name}`,
    "",
    `One record for each ${key}. ${origins[name] ?? ""}`.trim(),
    "",
    ...head,
    ...rows,
    "",
  ].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** The whole of `docs/data.md`. */
export function dataPage(): string {
  return `${[intro, ...recordFamilies.map(familySection)].join("\n").trimEnd()}\n`;
}
