import { sql } from "../../../database/sql.ts";
import { recallCampaigns, recallCompletions } from "../../families/apis/open-recall.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import type { VehicleRow } from "../../families/record-family.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import { textOf } from "../input/utf8.ts";
import { type Cells, readCells } from "../readers/csv.ts";
import { peekText } from "../readers/peek-text.ts";
import { recordsSource } from "./own-records.ts";
import { apiRows } from "./recalls-api.ts";
import type { Converted, Source } from "./source.ts";

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
    yield* /^\s*[{[]/.test(first) ? apiRows(textOf(whole)) : flatRows(textOf(whole));
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

interface Campaign {
  readonly row: VehicleRow;
  readonly line: number;
  readonly components: Set<string>;
}

/** A longer row is not NHTSA's, whose texts have 2,000 characters. */
const rowMax = 65_536;
/** Five times NHTSA's file, and fifty times its longest campaign, which are kept in memory. */
const keysMax = 1_000_000;
const heldMax = 20_000;

const otherTypes = "recalls of equipment, tires and child seats";
const noYear = "recalls without a model year";
const noName = "recalls without a make or model";
const scattered = "rows of a campaign that is listed before";

/**
 * A campaign's rows follow one another, one for each vehicle and component; those of one vehicle become one
 * record. Only the current campaign is in memory, and a hash of every key.
 */
async function* flatRows(text: AsyncIterable<string>): AsyncGenerator<Converted<VehicleRow>> {
  const seen = new Set<number>();
  let held = new Map<string, Campaign>();
  let campaign = "";
  for await (const { rows, faults, lineOf } of readCells(text, { delimiter: "\t", unquoted: true })) {
    const made: (VehicleRow | RecordError)[] = [];
    const lines: number[] = [];
    const passedOver: Record<string, number> = {};
    const passOver = (reason: string) => {
      passedOver[reason] = (passedOver[reason] ?? 0) + 1;
    };
    const release = () => {
      for (const [key, campaign] of held) {
        const hash = hashOf(key);
        if (seen.has(hash)) passOver(scattered);
        else {
          seen.add(hash);
          made.push(released(campaign));
          lines.push(campaign.line);
        }
      }
      held = new Map();
      if (seen.size > keysMax) throw tooLarge(`more than ${keysMax} vehicles and campaigns`);
    };
    rows.forEach((cells, index) => {
      const fault = faults.get(index) ?? faultOf(cells);
      if (fault) {
        made.push(fault);
        lines.push(lineOf(index));
      } else if (cells[at.type] !== "V" && cells[at.type] !== "") passOver(otherTypes);
      else if (cells[at.make]!.trim() === "" || nameKey(cells[at.model]!) === "") passOver(noName);
      else if (cells[at.year] === unknownYear) passOver(noYear);
      else {
        if (cells[at.campaign] !== campaign) release();
        campaign = cells[at.campaign]!;
        hold(held, cells, lineOf(index));
        if (held.size > heldMax) throw tooLarge(`a campaign of more than ${heldMax} vehicles`);
      }
    });
    yield { rows: made, lineOf: (index) => lines[index]!, passedOver };
  }
  const rest = [...held].filter(([key]) => !seen.has(hashOf(key))).map(([, one]) => one);
  yield { rows: rest.map(released), lineOf: (index) => rest[index]!.line };
}

/** 53 bits of a key. */
const hashOf = (key: string): number => Number(Bun.hash.wyhash(key) >> 11n);

const tooLarge = (what: string) =>
  new ImportError(`this is not NHTSA's flat file of recalls: it has ${what}`);

function released({ row, components }: Campaign): VehicleRow {
  return { ...row, record: { ...row.record, component: [...components].join("; ") } };
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

function hold(held: Map<string, Campaign>, cells: Cells, line: number): void {
  const cell = (name: keyof typeof at) => (cells[at[name]] ?? "").trim();
  const names = [cell("make"), cell("model"), cell("campaign")];
  const key = [cell("year"), makeKey(names[0]!), nameKey(names[1]!), nameKey(names[2]!)].join("\n");
  const known = held.get(key);
  if (known) {
    known.components.add(cell("component"));
    return;
  }
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
  const row = { year: Number(cell("year")), names, record };
  held.set(key, { row, line, components: new Set([cell("component")]) });
}
