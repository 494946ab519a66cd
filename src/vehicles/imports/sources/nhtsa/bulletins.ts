import { join as joinSql, sql } from "../../../../database/sql.ts";
import { bulletins } from "../../../families/apis/known-problems.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { textOf } from "../../input/utf8.ts";
import type { Source } from "../source.ts";
import { dayOf, type FlatFile, flatFileRows } from "./flat-file.ts";

type Column = "added" | "document" | "sent" | "type" | "summary";

/** Few are longer, and each is stored for every vehicle that it concerns. */
const summaryMax = 1000;

const shortened = (text: string): string =>
  text.length > summaryMax ? `${text.slice(0, summaryMax - 1)}…` : text;

/** The columns that NHTSA lists in TSBS.txt since May 2024. */
const flatBulletins: FlatFile<Column> = {
  title: "NHTSA's flat file of manufacturer communications",
  subject: "bulletin",
  at: {
    number: 0,
    added: 2,
    document: 3,
    sent: 4,
    type: 6,
    make: 7,
    model: 8,
    year: 9,
    component: 10,
    summary: 13,
  },
  columnsMin: 14,
  columnsMax: 24,
  noName: "bulletins without a make or model",
  noYear: "bulletins without a model year",
  scattered: "rows of a bulletin that is listed before",
  rowOf(cell) {
    const [sent, received] = [dayOf(cell("sent")), dayOf(cell("added"))];
    return {
      names: [periodOf(received || sent), cell("number")],
      record: {
        document: cell("document"),
        type: cell("type"),
        component: "",
        summary: shortened(cell("summary")),
        sent,
        received,
      },
    };
  },
};

/** The five years by which NHTSA divides its files: `2020-2024`. */
function periodOf(day: string): string {
  const year = Number(day.slice(0, 4));
  const first = year - (year % 5);
  return day === "" ? "unknown" : `${first}-${first + 4}`;
}

const folder = "https://static.nhtsa.gov/odi/ffdd/tsbs";

/** The newest file, which NHTSA names by its five years up to this one: `TSBS_RECEIVED_2025-2026.zip`. */
export function bulletinsAddress(now: Date): string {
  const year = now.getUTCFullYear();
  return `${folder}/TSBS_RECEIVED_${year - (year % 5)}-${year}.zip`;
}

/** NHTSA's flat files of manufacturer communications, one for every five years since 1995. */
export const bulletinsSource: Source = {
  name: "bulletins",
  dataset: "nhtsa-bulletins",
  title: "NHTSA manufacturer communications",
  get address() {
    return bulletinsAddress(new Date());
  },
  size: "1 to 31 MB packed for each five years; 2 million rows unpacked",
  cadence: "daily",
  licence: "US government work, public domain",
  origin: "NHTSA, Office of Defects Investigation",
  family: bulletins,
  parts: {
    of: (row) => (row as VehicleRow).names[2]!,
    others: (parts) =>
      sql`period not in (${joinSql(
        parts.map((part) => sql`${part}`),
        ", ",
      )})`,
  },
  members: /\.txt$/i,
  rows: (utf8) => flatFileRows(textOf(utf8), flatBulletins),
};
