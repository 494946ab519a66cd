import { lookupFields } from "../../../src/vehicles/families/fields.ts";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { type DocumentedColumn, documentedColumns } from "../../../src/vehicles/imports/columns/template.ts";

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

## Over HTTP

The same for pipelines, with the operator's token: \`$VINGATE\` is the service's address.

\`\`\`sh
vingate import records lien --template > liens.csv
IMPORT=$(curl -sSf -T liens.csv -H "Authorization: Bearer $TOKEN" -o import.json -w '%header{location}' "$VINGATE/datasets/lien?dry_run=true")
curl -sSfN -H "Authorization: Bearer $TOKEN" "$IMPORT/events"
gzip -f liens.csv
IMPORT=$(curl -sSf -T liens.csv.gz -H "Content-Encoding: gzip" -H "Authorization: Bearer $TOKEN" -o import.json -w '%header{location}' "$VINGATE/datasets/lien?mode=merge&max_rejects=10&version=2026-11")
curl -sSfN -H "Authorization: Bearer $TOKEN" "$IMPORT/events"
curl -sSf -H "Authorization: Bearer $TOKEN" "$VINGATE/datasets/lien"
\`\`\`

- The first answer comes when the file has arrived, with the import's address in \`Location\`; \`events\` tells its progress and ends with what came of it. \`GET\` of the address reads it, \`DELETE\` stops it.
- \`mode\`, \`dry_run\`, \`max_rejects\`, \`name\`, \`version\`, \`licence\` and \`map\` (the JSON itself) are what the options of the command are; \`source=epa\` takes EPA's file for \`ymm-specs\`, as \`recalls\` and \`recall-completions\` take theirs.
- The rejected rows are at \`/imports/{id}/rejects\`, for 30 days, on the node that took the file.
- A process that ends or is replaced stops its imports; nothing has changed then, and the same call may be repeated.
- A file may have \`VINGATE_IMPORT_MAX\` bytes, decompressed too.
- \`POST /datasets/{family}/rollback\` goes back, \`GET /datasets/{family}/diff\` tells what differs, and \`/openapi.json\` has all of it.
`;

/** What columns mean that the families' declarations do not say. Amounts and measures tell their unit. */
const meanings: Readonly<Record<string, string>> = {
  "headlights.1.technology": "The kind of light, such as halogen or LED.",
  "images.1.url": "Name of the image's object; answers sign its address.",
  "windshields.1.features": "What the windshield has, such as a rain sensor.",
  "liens.1.filed_at": "The day on which the lien was filed, YYYY-MM-DD.",
  "liens.1.released_at": "The day on which it was released, YYYY-MM-DD; empty while it is not.",
  "liens.1.status": "Active, released or as the register says.",
  as_of: "The day up to which the data reach, YYYY-MM-DD.",
  "specs.engine.displacement_l": "Specifications by group, any names; this one in litres.",
  "specs.mpg.city": "Miles per US gallon.",
  "specs.mpg.highway": "Miles per US gallon.",
  "specs.mpg.combined": "Miles per US gallon.",
  "specs.msrp": "US dollars.",
  "parts.1.name": "The part's name.",
  "parts.1.description": "What the part is.",
  "parts.1.msrp": "The suggested retail price, US dollars.",
  report_received_date: "The day on which NHTSA received the report, YYYY-MM-DD.",
  "repair.1.description": "What the service is.",
  "repair.1.costs.1.name": "The kind of cost.",
  "repair.1.costs.2.name": "The kind of cost.",
  sale_index: "Number of the sale in the auction house's books.",
  "sale status": "Such as Sold or Not sold; only sold ones have a price that values are worked out from.",
  vname: "The vehicle as the auction house names it.",
  "lot-number": "Number of the lot; it tells the events of a VIN apart.",
  "car-features.Has_Keys": "Whether there are keys.",
  "car-features.Runs_Drives": "Whether it runs and drives.",
  "car-features.Engine_Starts": "Whether the engine starts.",
  "technical-specs.Odometer": "With its unit: miles unless km is said.",
  "technical-specs.Cylinders": "The number of cylinders.",
  "technical-specs.City Mileage": "Miles per US gallon.",
  "technical-specs.Highway Mileage": "Miles per US gallon.",
  "technical-specs.Engine Size": "Litres.",
  "sale-date-location.Auction Date":
    "The day of the auction, such as 2026-08-14; the event's moment where `at` is empty.",
  "sale-date-location.Location": "City and state; the two letters of the state are read from it.",
  "listing-history.2026-08-05": "What happened on the day that the column's name tells.",
  images: "Names of the images' objects; answers sign their addresses.",
  "data.images": "Names of the images' objects; answers sign their addresses.",
  vin: "17 characters, or 5 to 14 before 1981; spaces, hyphens and lower case are taken.",
  "data.description": "The listing's text.",
  "data.phone": "A private seller's contact data are answered as VINGATE_PERSONAL_DATA says.",
  "data.email": "As the telephone number.",
  "data.seller_type": "`dealership`; every other seller counts as a person.",
  "data.listing_id": "Number of the listing; it tells the events of a VIN apart.",
  "data.sale_date": "The day of the sale, YYYY-MM-DD.",
  "data.odometer_km": "Kilometres.",
  "data.odometer_mi": "Miles; values are worked out from it.",
  "data.fuel_capacity": "US gallons.",
  "data.listing_price.price": "Whole units of the currency.",
  "data.listing_price.currency": "ISO 4217, such as USD.",
  "data.fair_market_value.min": "Whole units of the currency.",
  "data.fair_market_value.max": "Whole units of the currency.",
};

function meaningOf({ name, about }: DocumentedColumn): string {
  const last = name.split(".").at(-1)!;
  return meanings[name] ?? (about || (lookupFields[last] ?? ""));
}

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
    (column) =>
      `| \`${column.name}\`${column.required ? " *" : ""} | ${cell(column.type)} | ${cell(meaningOf(column))} | ${cell(column.example)} |`,
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
