import { sql } from "../../../../database/sql.ts";
import { recallCampaigns, recallCompletions } from "../../../families/apis/open-recall.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { textOf } from "../../input/utf8.ts";
import { peekText } from "../../readers/peek-text.ts";
import { recordsSource } from "../own-records.ts";
import type { Source } from "../source.ts";
import { dayOf, type FlatFile, flatFileRows } from "./flat-file.ts";
import { apiRows } from "./recalls-api.ts";

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
    yield* /^\s*[{[]/.test(first) ? apiRows(textOf(whole)) : flatFileRows(textOf(whole), flatRecalls);
  },
};

/** An operator's records of whether a vehicle had a campaign's remedy. */
export const recallCompletionsSource: Source = {
  ...recordsSource(recallCompletions, { yearMax: 9999 }),
  name: "recall-completions",
  title: "Your own records of which vehicles had a recall's remedy",
};

type Column =
  | "manufacturer"
  | "type"
  | "received"
  | "summary"
  | "consequence"
  | "remedy"
  | "notes"
  | "doNotDrive"
  | "parkOutside";

/** The columns that NHTSA lists in RCL.txt. They were 24, then 27, then 29. */
const flatRecalls: FlatFile<Column> = {
  title: "NHTSA's flat file of recalls",
  subject: "campaign",
  at: {
    number: 1,
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
  },
  columnsMin: 24,
  columnsMax: 40,
  noName: "recalls without a make or model",
  noYear: "recalls without a model year",
  scattered: "rows of a campaign that is listed before",
  passedOver: (cell) =>
    cell("type") === "V" || cell("type") === "" ? undefined : "recalls of equipment, tires and child seats",
  rowOf: (cell) => ({
    names: [cell("number")],
    record: {
      nhtsa_campaign_number: cell("number"),
      manufacturer: cell("manufacturer"),
      component: cell("component"),
      summary: cell("summary"),
      consequence: cell("consequence"),
      remedy: cell("remedy"),
      notes: cell("notes"),
      report_received_date: dayOf(cell("received")),
      park_it: /^y/i.test(cell("doNotDrive")),
      park_outside: /^y/i.test(cell("parkOutside")),
      over_the_air_update: false,
    },
  }),
};
