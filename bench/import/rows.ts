import { systemClock } from "../../src/base/clock.ts";
import type { Database } from "../../src/database/database.ts";
import { auctionRecords } from "../../src/vehicles/families/apis/auction.ts";
import { bulletins, complaints } from "../../src/vehicles/families/apis/known-problems.ts";
import { lienRecords } from "../../src/vehicles/families/apis/lien.ts";
import type { RecordFamily } from "../../src/vehicles/families/record-family.ts";
import { namesOfPack } from "../../src/vehicles/imports/columns/vin-names.ts";
import { openFile } from "../../src/vehicles/imports/input/input.ts";
import { importSource } from "../../src/vehicles/imports/jobs/import-source.ts";
import { bulletinsSource } from "../../src/vehicles/imports/sources/nhtsa/bulletins.ts";
import { complaintsSource } from "../../src/vehicles/imports/sources/nhtsa/complaints.ts";
import { recordsSource } from "../../src/vehicles/imports/sources/own-records.ts";
import type { Source } from "../../src/vehicles/imports/sources/source.ts";
import { checkDigit } from "../../src/vin/check-digit.ts";
import { testPack } from "../../test/vin/shared-pack.ts";
import { scaled } from "../common/settings.ts";
import { writeText } from "../common/text-file.ts";

/** A file of generated rows. */
export interface Generated {
  readonly family: RecordFamily;
  readonly format: "csv" | "ndjson" | "txt";
  readonly rows: number;
  /** The published source that reads it; absent for an operator's own records. */
  readonly source?: Source;
  /** Takes names from the VINs, which decode cleanly. */
  readonly names?: true;
  readonly head: string;
  line(at: number): string;
}

const rows = scaled(1_000_000, 1000);

/** Unsorted, as an export of a register: neighbours have distant keys. */
const vinOf = (at: number) => `1HGCM${String(at % 1000).padStart(3, "0")}3A${String(at).padStart(7, "0")}`;

const note = "filed at the county recorder, book 12, page 118; ".repeat(3);
/** The first characters of VINs, and the names that they decode to. */
const vehicles = [
  ["1HGCM82603A", "2003,Honda,Accord"],
  ["5J6RW2H50JL", "2018,Honda,CR-V"],
  ["2FMPK3J90HB", "2017,Ford,Edge"],
  ["1C4PJMBX0KD", "2019,Jeep,Cherokee"],
] as const;

/** VINs of four models with correct check digits. */
function cleanVin(at: number): string {
  const open = `${vehicles[at % vehicles.length]![0]}${String(at).padStart(6, "0")}`;
  return `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
}

const named = {
  family: lienRecords,
  format: "csv",
  rows: Math.min(rows, 1_000_000),
  head: "vin,year,make,model,liens.1.lienholder,liens.1.state,as_of\n",
  line: (at: number) =>
    `${cleanVin(at)},${vehicles[at % vehicles.length]![1]},"Bank ${at % 977}, N.A., ${note}",CA,2026-11-01\n`,
} as const;

const event = auctionRecords.example;
const history = Object.fromEntries(
  Array.from({ length: 190 }, (_, day) => [`2026-01-01 ${day}`, "Listed with a starting bid of $1,000"]),
);
const lien = { state: "CA", filed_at: "2024-03-01", status: "active" };

const narrative = "THE CONTACT STATED THAT THE VEHICLE STALLED WITHOUT WARNING. ".repeat(8);
const vehicleCount = 40_000;
const systems = 40;

/** A number from 0 to 1 for another. */
const spread = (at: number): number => (Math.imul(at, 0x9e3779b1) >>> 0) / 2 ** 32;

/**
 * A row of NHTSA's file of complaints, which has 1.4 rows for each complaint: about 40,000 vehicles, the frequent ones
 * with most of the complaints, and 40 components with their parts.
 */
function complaintLine(at: number): string {
  const number = 10_000_000 + Math.floor(at / 1.4);
  const vehicle = Math.floor(spread(number) ** 3 * vehicleCount);
  const [make, model, year] = [vehicle % 50, Math.floor(vehicle / 50) % 25, 1990 + (vehicle % 37)];
  const component = `SYSTEM ${Math.floor(spread(at * 7 + 3) ** 2 * systems)}:PART ${at % 7}`;
  const cells = [at + 1, number, "ACME MOTORS", `MAKE ${make}`, `MODEL ${model}`, year];
  const more = [
    "N",
    "20240112",
    "N",
    0,
    0,
    component,
    "SPRINGFIELD",
    "IL",
    "1ACME00000A",
    "20240119",
    "20240119",
  ];
  const after = ["EVOQ", "N", ...new Array<string>(23).fill(""), "V", "", "N", "N", "IL", ""];
  return `${[...cells, ...more, 61_000 + (at % 9999), "", narrative, ...after].join("\t")}\r\n`;
}

const told = "The bulletin describes the repair of the sensor and the new software. ".repeat(3);

/** A row of NHTSA's file of bulletins: one for each of some 20 vehicles and their components. */
function bulletinLine(at: number): string {
  const [vehicle, number] = [Math.floor(at / 1.4), 10_170_000 + Math.floor(at / 28)];
  const [make, model, year] = [number % 40, vehicle % 30, 2000 + (vehicle % 25)];
  const cells = [
    number,
    "",
    "20210105",
    `SB-${number}`,
    "20201231",
    "",
    "Service Bulletin/Repair Instructions",
  ];
  return `${[...cells, `MAKE ${make}`, `MODEL ${model}`, year, `SYSTEM ${at % 3}`, "", "", told].join("\t")}\n`;
}

export const generated = {
  csv: {
    family: lienRecords,
    format: "csv",
    rows,
    head: "vin,liens.1.lienholder,liens.1.state,liens.1.filed_at,liens.1.status,as_of\n",
    line: (at) => `${vinOf(at)},"Bank ${at % 977}, N.A., ${note}",CA,2024-03-01,active,2026-11-01\n`,
  },
  ndjson: {
    family: lienRecords,
    format: "ndjson",
    rows,
    head: "",
    line: (at) => {
      const liens = [{ lienholder: `Bank ${at % 977}, N.A., ${note}`, ...lien }];
      return `${JSON.stringify({ vin: vinOf(at), liens, as_of: "2026-11-01" })}\n`;
    },
  },
  "names of the file": named,
  "names of VINs": { ...named, names: true },
  "10 KB": {
    family: auctionRecords,
    format: "ndjson",
    rows: Math.ceil(rows / 50),
    head: "",
    line: (at) => `${JSON.stringify({ ...event, vin: vinOf(at), "listing-history": history })}\n`,
  },
  complaints: {
    family: complaints,
    format: "txt",
    source: complaintsSource,
    rows: 2 * rows,
    head: "",
    line: complaintLine,
  },
  bulletins: {
    family: bulletins,
    format: "txt",
    source: bulletinsSource,
    rows,
    head: "",
    line: bulletinLine,
  },
} as const satisfies Readonly<Record<string, Generated>>;

export type GeneratedName = keyof typeof generated;

export function* textOf({ head, rows, line }: Generated): Generator<string> {
  yield head;
  for (let at = 0; at < rows; at += 1) yield line(at);
}

export const writeRows = (file: string, name: GeneratedName): void =>
  writeText(file, textOf(generated[name]));

export const sourceOf = (family: RecordFamily, names = false): Source =>
  Object.values<Generated>(generated).find((one) => one.family === family)?.source ??
  recordsSource(family, { yearMax: 2028, ...(names && { names: namesOfPack(testPack, 2026) }) });

/** Imports a file of a family's records as the command line does; resolves to the rows accepted. */
export async function importFile(
  db: Database,
  family: RecordFamily,
  file: string,
  names = false,
): Promise<number> {
  const source = sourceOf(family, names);
  await using input = await openFile(file, {
    members: source.members,
    bytesMax: 2 ** 40,
    folder: "/nowhere",
  });
  const { rows_accepted } = await importSource(db, { source, input, graceMs: 0 }, systemClock);
  return rows_accepted;
}
