import { dayOfIso, plainCount } from "../../../../base/reading/declared.ts";
import { campaignsAbroad } from "../../../families/apis/recalls-abroad.ts";
import { nameKey } from "../../../families/names.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { indexColumns } from "../../columns/index-columns.ts";
import { RecordError } from "../../input/import-error.ts";
import { textOf } from "../../input/utf8.ts";
import { type Cells, openCsv } from "../../readers/csv.ts";
import { campaignFile, joinRows, type ReadRow, withComponents } from "../joined-rows.ts";
import type { Source } from "../source.ts";

const columns = [
  "RECALL_NUMBER_NUM",
  "YEAR",
  "MANUFACTURER_RECALL_NO_TXT",
  "CATEGORY_ETXT",
  "MAKE_NAME_NM",
  "MODEL_NAME_NM",
  "UNIT_AFFECTED_NBR",
  "SYSTEM_TYPE_ETXT",
  "NOTIFICATION_TYPE_ETXT",
  "COMMENT_ETXT",
  "RECALL_DATE_DTE",
] as const;

/** Files since 2023 name the maker too. */
const makerColumn = "MANUFACTURER_NAME_NM";

/** Transport Canada's vehicle recalls: one row per campaign, model, year, category and system; texts in two languages. */
export const recallsCanadaSource: Source = {
  name: "recalls-ca",
  dataset: "transport-canada-recalls",
  title: "Transport Canada recall campaigns",
  address: "https://opendatatc.tc.canada.ca/vrdb_full_monthly.csv",
  size: "about 200 MB",
  cadence: "monthly",
  licence: "Open Government Licence – Canada",
  origin: "Transport Canada, Vehicle Recalls Database",
  family: campaignsAbroad.CA,
  members: /\.csv$/i,
  async *rows(utf8) {
    const { columns: header, line, batches } = await openCsv(textOf(utf8));
    const indexes = indexColumns(header, columns, { table, line });
    const maker = header.map((name) => name.toUpperCase()).indexOf(makerColumn);
    const read = (cells: Cells) => rowsOf(cells, header.length, indexes, maker);
    yield* joinRows(batches, read, withComponents, campaignFile(table));
  },
};

const table = "Transport Canada's file of recalls";
const otherCategories = "recalls of equipment, tires and child seats";
const noName = "recalls without a make or model";
const noYear = "recalls without a model year";

function rowsOf(cells: Cells, width: number, indexes: readonly number[], maker: number): ReadRow {
  if (cells.length !== width)
    return new RecordError("", cells.join(","), `has ${cells.length} values, not ${width}`);
  const cell = (name: (typeof columns)[number]) => cells[indexes[columns.indexOf(name)]!]!.trim();
  const names = [cell("MAKE_NAME_NM"), cell("MODEL_NAME_NM"), cell("RECALL_NUMBER_NUM")];
  if (names[2] === "") return new RecordError("RECALL_NUMBER_NUM", "", "must not be empty");
  if (/^(Equipment|Tire|Child Car Seat)$/i.test(cell("CATEGORY_ETXT"))) return otherCategories;
  if (nameKey(names[0]!) === "" || nameKey(names[1]!) === "") return noName;
  if (!/^(19|20)\d\d$/.test(cell("YEAR"))) return noYear;
  const row: VehicleRow = {
    year: Number(cell("YEAR")),
    names,
    record: {
      manufacturer: maker < 0 ? "" : cells[maker]!.trim(),
      component: cell("SYSTEM_TYPE_ETXT"),
      ...partsOf(cell("COMMENT_ETXT")),
      notes: cell("NOTIFICATION_TYPE_ETXT"),
      report_received_date: dayOfIso(cell("RECALL_DATE_DTE")) ?? "",
      manufacturer_campaign_number: cell("MANUFACTURER_RECALL_NO_TXT"),
      units_affected: plainCount(cell("UNIT_AFFECTED_NBR")) ?? "",
      url: `https://wwwapps.tc.gc.ca/Saf-Sec-Sur/7/VRDB-BDRV/search-recherche/detail.aspx?lang=eng&rn=${encodeURIComponent(names[2]!)}`,
      ranges: [],
    },
  };
  return [row];
}

const headings =
  /(?:^|\n|(?<=[.!]\s))[^\S\n]*(Issue|Safety Risk|Corrective Actions?|Correction|Note)s?\s*:\s*/i;
const members: Readonly<Record<string, "summary" | "consequence" | "remedy">> = {
  issue: "summary",
  "safety risk": "consequence",
  correction: "remedy",
  "corrective action": "remedy",
  "corrective actions": "remedy",
};

/** The parts of a comment: newer ones have headings, older ones the correction alone. A note stays with what it follows. */
function partsOf(comment: string) {
  const [begin = "", ...rest] = comment.split(headings);
  const parts = { summary: begin.trim(), consequence: "", remedy: "" };
  let last: keyof typeof parts = "summary";
  for (let at = 0; at < rest.length; at += 2) {
    const heading = rest[at]!.toLowerCase();
    const isNote = heading === "note";
    last = members[heading] ?? last;
    const text = `${isNote ? "Note: " : ""}${rest[at + 1]!.trim()}`;
    parts[last] = parts[last] === "" ? text : `${parts[last]} ${text}`;
  }
  return parts;
}
