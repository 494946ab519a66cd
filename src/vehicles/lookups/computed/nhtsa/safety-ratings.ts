import { safetyRatings, starNames } from "../../../families/apis/safety-ratings.ts";
import type { Compute } from "../compute.ts";
import { type FoundLine, leastMatch } from "../recalls/find-lines.ts";
import type { LineTexts } from "../recalls/line-texts.ts";
import { wordsOf } from "../recalls/line-words.ts";
import { linesOf, textsOfVin } from "../recalls/vehicle-lines.ts";
import { type LineRow, numberIn, rowsOfLines, shownLine, shownLines, textIn } from "./line-rows.ts";

/**
 * Answers `/safety-ratings`: NHTSA's ratings of the vehicle's line. Those of another drive than the VIN states are left
 * out if one of its own is there.
 */
export const answerSafetyRatings: Compute = async (computation) => {
  const { context, subject, datasets } = computation;
  const dataset = datasets.get(safetyRatings.name);
  if (!dataset) return undefined;
  const records = { table: safetyRatings.table, noun: "rating" };
  const lines = await linesOf(computation, dataset, records);
  const { year, make, model } = subject.vehicle;
  const rows = await rowsOfLines(context.database, safetyRatings, { dataset, year, lines });
  if (rows.length === 0) return undefined;
  const drive = subject.vin === "" ? "" : driveOf(textsOfVin(computation));
  const shown = ofDrive(rows, drive).sort(
    (a, b) => lines.indexOf(a.line) - lines.indexOf(b.line) || order(a, b),
  );
  const data = {
    vin: subject.vin,
    year: String(year),
    make: make.text,
    model: model.text,
    source: dataset.source,
    drive,
    matched_models: shownLines(lines),
    ratings: shown.map(ratingOf),
  };
  // If there are several rows, the one of the vehicle's body or drive is not known.
  const match = shown.length > 1 ? "model" : leastMatch(shown.map(({ line }) => line));
  return { body: JSON.stringify({ status: "success", data }), source: dataset.source, match };
};

const order = (a: LineRow, b: LineRow): number => (a.key < b.key ? -1 : 1);

/**
 * NHTSA's word for vPIC's drive: `AWD/All-Wheel Drive` → AWD. Without one, the series and trim can name it:
 * xDrive35i.
 */
function driveOf({ drive, series, secondSeries, trim, secondTrim }: LineTexts): string {
  const stated = /^(AWD|FWD|RWD|4WD)\b/.exec(drive)?.[0] ?? (/^4x2\b/.test(drive) ? "2WD" : "");
  if (stated !== "") return stated;
  const words = wordsOf([series, secondSeries, trim, secondTrim].join(" "));
  const found = ["4WD", "2WD"].filter((word) => words.includes(word));
  return found.length === 1 ? found[0]! : "";
}

/** The drives that vehicles of one are rated under. */
const ratedAs: Readonly<Record<string, readonly string[]>> = {
  AWD: ["AWD", "4WD"],
  "4WD": ["4WD", "AWD"],
  FWD: ["FWD", "2WD"],
  RWD: ["RWD", "2WD"],
  "2WD": ["2WD", "FWD", "RWD"],
};

/** The rows of a drive, of each line; all of a line's where none is of that drive. */
function ofDrive(rows: readonly LineRow[], drive: string): LineRow[] {
  const drives = ratedAs[drive] ?? [];
  const byLine = new Map<FoundLine, LineRow[]>();
  for (const row of rows) byLine.set(row.line, [...(byLine.get(row.line) ?? []), row]);
  return [...byLine.values()].flatMap((ofLine) => {
    const fitting = ofLine.filter(({ record }) => drives.includes(textIn(record, "drive")));
    return fitting.length > 0 ? fitting : ofLine;
  });
}

const ratingOf = ({ line, record }: LineRow) => ({
  ...shownLine(line),
  body_style: textIn(record, "body_style"),
  drive: textIn(record, "drive"),
  release: numberIn(record, "release") ?? 1,
  ...Object.fromEntries(starNames.map((name) => [name, numberIn(record, name)])),
  rollover_percent: numberIn(record, "rollover_percent"),
  tips: record.tips === true,
  technologies: listIn(record, "technologies"),
  notes: listIn(record, "notes"),
});

const listIn = (record: LineRow["record"], name: string): readonly unknown[] =>
  Array.isArray(record[name]) ? record[name] : [];
