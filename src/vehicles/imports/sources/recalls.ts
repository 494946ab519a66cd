import { sql } from "../../../database/sql.ts";
import { recallCampaigns, recallCompletions } from "../../families/apis/open-recall.ts";
import { nameKey } from "../../families/names.ts";
import type { VehicleRow } from "../../families/record-family.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import { textOf } from "../input/utf8.ts";
import { type Cells, readCells } from "../readers/csv.ts";
import { peekText } from "../readers/peek-text.ts";
import { joinCampaigns, type ReadRow, withComponents } from "./joined-campaigns.ts";
import { recordsSource } from "./own-records.ts";
import { apiRows } from "./recalls-api.ts";
import type { Source } from "./source.ts";

/** Campaigns are numbered by the year of their report, from 66V001000 on. */
const isSince2010 = (campaign: string): boolean => campaign >= "10" && campaign < "66";

/** NHTSA's flat file of recalls, or responses of its recalls API. */
export const recallsSource: Source = {
  name: "recalls",
  dataset: "nhtsa-recalls",
  title: "NHTSA recall campaigns",
  address: "https://static.nhtsa.gov/odi/ffdd/rcl/FLAT_RCL_POST_2010.zip",
  size: "14 MB packed, 250 MB unpacked",
  cadence: "daily",
  licence: "US government work, public domain",
  origin: "NHTSA, Office of Defects Investigation",
  family: recallCampaigns,
  // Campaigns before 2010 are in FLAT_RCL_PRE_2010.zip, which never changes; the others change daily.
  parts: {
    of: (row) => (isSince2010((row as VehicleRow).names[2]!) ? "since 2010" : "before 2010"),
    others(parts) {
      const year = sql`substr(campaign_key, 1, 2)`;
      const since = sql`(${year} >= '10' and ${year} < '66')`;
      const [first, second] = parts;
      if (second !== undefined) return sql`1 = 0`;
      return first === "since 2010" ? sql`not ${since}` : since;
    },
  },
  members: /\.(txt|json)$/i,
  async *rows(utf8) {
    const [first, whole] = await peekText(utf8);
    if (/^\s*[{[]/.test(first)) yield* apiRows(textOf(whole));
    else {
      const cells = readCells(textOf(whole), { delimiter: "\t", unquoted: true });
      yield* joinCampaigns(cells, rowOf, withComponents, "NHTSA's flat file of recalls");
    }
  },
};

/** An operator's records of whether a vehicle had a campaign's remedy. */
export const recallCompletionsSource: Source = {
  ...recordsSource(recallCompletions, { yearMax: 9999 }),
  name: "recall-completions",
  title: "Your own records of which vehicles had a recall's remedy",
};

/** The flat file has no header; indexes of the columns that NHTSA lists in RCL.txt, from 0. */
const at = {
  campaign: 1,
  make: 2,
  model: 3,
  year: 4,
  component: 6,
  manufacturer: 7,
  type: 10,
  received: 15,
  summary: 19,
  consequence: 20,
  remedy: 21,
  notes: 22,
  doNotDrive: 27,
  parkOutside: 28,
} as const;

/** Columns were added over the years: 24, then 27, then 29. */
const columnsMin = 24;
const columnsMax = 40;
const unknownYear = "9999";

/** A longer row is not NHTSA's, whose texts have 2,000 characters. */
const rowMax = 65_536;
const otherTypes = "recalls of equipment, tires and child seats";
const noYear = "recalls without a model year";
const noName = "recalls without a make or model";

/** A row is for one vehicle and component of a campaign. */
function rowOf(cells: Cells): ReadRow {
  const fault = faultOf(cells);
  if (fault) return fault;
  if (cells[at.type] !== "V" && cells[at.type] !== "") return otherTypes;
  if (cells[at.make]!.trim() === "" || nameKey(cells[at.model]!) === "") return noName;
  return cells[at.year] === unknownYear ? noYear : [recordOf(cells)];
}

function faultOf(cells: Cells): RecordError | undefined {
  if (cells.reduce((sum, { length }) => sum + length, 0) > rowMax)
    return new RecordError("", cells[0], `has more than ${rowMax} characters`);
  if (cells.length < columnsMin || cells.length > columnsMax) {
    const text = cells.join("\t");
    if (cells.length < 10)
      throw new ImportError(`this is not NHTSA's flat file of recalls: "${text.slice(0, 80)}"`);
    return new RecordError("", text, `has ${cells.length} columns, not ${columnsMin} or more`);
  }
  if (cells[at.campaign]!.trim() === "") return new RecordError("campaign", "", "must not be empty");
  return /^\d{4}$/.test(cells[at.year]!)
    ? undefined
    : new RecordError("year", cells[at.year], "must be a model year");
}

function recordOf(cells: Cells): VehicleRow {
  const cell = (name: keyof typeof at) => (cells[at[name]] ?? "").trim();
  const record = {
    nhtsa_campaign_number: cell("campaign"),
    manufacturer: cell("manufacturer"),
    component: cell("component"),
    summary: cell("summary"),
    consequence: cell("consequence"),
    remedy: cell("remedy"),
    notes: cell("notes"),
    report_received_date: cell("received").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
    park_it: /^y/i.test(cell("doNotDrive")),
    park_outside: /^y/i.test(cell("parkOutside")),
    over_the_air_update: false,
  };
  return { year: Number(cell("year")), names: [cell("make"), cell("model"), cell("campaign")], record };
}
