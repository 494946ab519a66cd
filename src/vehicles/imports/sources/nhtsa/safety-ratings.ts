import { plainNumber } from "../../../../base/reading/declared.ts";
import { safetyRatings, starNames, technologyNames } from "../../../families/apis/safety-ratings.ts";
import { makeKey, nameKey } from "../../../families/names.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { indexColumns } from "../../columns/index-columns.ts";
import { ImportError, RecordError } from "../../input/import-error.ts";
import { textOf } from "../../input/utf8.ts";
import { openCsv } from "../../readers/csv.ts";
import type { Converted, Source } from "../source.ts";

const starColumns = {
  overall_stars: "OVERALL_STARS",
  front_stars: "OVERALL_FRNT_STARS",
  front_driver_stars: "FRNT_DRIV_STARS",
  front_passenger_stars: "FRNT_PASS_STARS",
  side_stars: "OVERALL_SIDE_STARS",
  side_driver_stars: "SIDE_DRIV_STARS",
  side_passenger_stars: "SIDE_PASS_STARS",
  side_pole_stars: "SIDE_POLE_STARS",
  rollover_stars: "ROLLOVER_STARS",
} as const satisfies Readonly<Record<(typeof starNames)[number], string>>;

/** Each technology's column has one beside it with NHTSA's evaluation. */
const evaluationColumns = {
  FRNT_COLLISION_WARNING: ["NHTSA_FRNT_COLLISION_WARNING", "NHTSA_FCW_EVALUATION"],
  LANE_DEPARTURE_WARNING: ["NHTSA_LANE_DEPARTURE_WARNING", "NHTSA_LDW_EVALUATION"],
  CRASH_IMMINENT_BRAKE: ["NHTSA_CRASH_IMMINENT_BRAKE", "NHTSA_CIB_EVALUATION"],
  DYNAMIC_BRAKE_SUPPORT: ["NHTSA_DYNAMIC_BRAKE_SUPPORT", "NHTSA_DBS_EVALUATION"],
} as const;
type Technology = keyof typeof evaluationColumns;

const noteColumns = [
  "FRNT_SAFETY_CONCERN_DRIV",
  "FRNT_SAFETY_CONCERN_PASS",
  "FRNT_FOOT_NOTES",
  "FRNT_FOOT_NOTES_PASS",
  "SIDE_SAFETY_CONCERN_DRIV",
  "SIDE_SAFETY_CONCERN_PASS",
  "SIDE_FOOT_NOTES",
  "SIDE_FOOT_NOTES_PASS",
  "POLE_SAFETY_CONCERN",
  "POLE_FOOT_NOTES",
  "ROLL_SAFETY_CONCERN",
  "ROLL_FOOT_NOTES",
] as const;

const plainColumns = [
  "MAKE",
  "MODEL",
  "MODEL_YR",
  "BODY_STYLE",
  "DRIVE_TRAIN",
  "PRODUCTION_RELEASE",
  "ROLLOVER_POSSIBILITY",
  "TIP",
] as const;

const columns = [
  ...plainColumns,
  ...Object.values(starColumns),
  ...Object.entries(evaluationColumns).flatMap(([name, more]) => [name as Technology, ...more]),
  ...noteColumns,
] as const;
type Column = (typeof columns)[number];
type CellOf = (name: Column) => string;

const again = "rows of a vehicle, body, drive and release that are listed before";
/** Ten times NHTSA's table: the keys of all rows are in memory. */
const keysMax = 150_000;

/** NHTSA's table of safety ratings since model year 1990: one row for each body, drive and release of a model. */
export const safetyRatingsSource: Source = {
  name: "safety-ratings",
  dataset: "nhtsa-safety-ratings",
  title: "NHTSA safety ratings",
  address: "https://static.nhtsa.gov/nhtsa/downloads/Safercar/Safercar_data.csv",
  size: "10 MB",
  cadence: "as vehicles are tested",
  licence: "US government work, public domain",
  origin: "NHTSA, New Car Assessment Program",
  family: safetyRatings,
  members: /(^|\/)safercar[^/]*\.csv$/i,
  async *rows(utf8) {
    const { columns: header, line, batches } = await openCsv(textOf(utf8));
    const indexes = indexColumns(header, columns, { table: "NHTSA's Safercar_data.csv", line });
    const place = new Map(columns.map((name, index) => [name, indexes[index]!]));
    const seen = new Set<string>();
    for await (const { rows, faults, lineOf } of batches) {
      const made: (VehicleRow | RecordError)[] = [];
      const lines: number[] = [];
      let repeated = 0;
      rows.forEach((cells, index) => {
        const cell: CellOf = (name) => (cells[place.get(name)!] ?? "").trim().replace(/\s+/g, " ");
        const row = faults.get(index) ?? faultOf(cells.length, header.length) ?? rowOf(cell);
        if (!(row instanceof RecordError) && !isNew(seen, row)) repeated += 1;
        else {
          made.push(row);
          lines.push(lineOf(index));
        }
      });
      const passedOver = repeated > 0 ? { [again]: repeated } : {};
      yield { rows: made, lineOf: (index) => lines[index]!, passedOver } satisfies Converted<VehicleRow>;
    }
  },
};

function isNew(seen: Set<string>, { year, names }: VehicleRow): boolean {
  const key = [year, makeKey(names[0]!), nameKey(names[1]!), nameKey(names[2]!)].join("\n");
  if (seen.has(key)) return false;
  if (seen.size === keysMax)
    throw new ImportError(`this is not NHTSA's table of ratings: it has more than ${keysMax} rows`);
  seen.add(key);
  return true;
}

const faultOf = (values: number, columns: number): RecordError | undefined =>
  values === columns
    ? undefined
    : new RecordError("", "", `has ${values} values where the header has ${columns}`);

function rowOf(cell: CellOf): VehicleRow | RecordError {
  if (!/^(19|20)\d\d$/.test(cell("MODEL_YR")))
    return new RecordError("MODEL_YR", cell("MODEL_YR"), "must be a model year");
  const empty = (["MAKE", "MODEL"] as const).find((name) => nameKey(cell(name)) === "");
  if (empty) return new RecordError(empty, cell(empty), "must have a letter or a digit");
  const release = Math.max(1, Number(/^[1-9]$/.exec(cell("PRODUCTION_RELEASE"))?.[0] ?? 1));
  const body = cell("BODY_STYLE");
  const drive = driveOf(cell("DRIVE_TRAIN"));
  const later = release > 1 ? `release ${release}` : "";
  const variant = [body, drive, later].filter((text) => text !== "").join(" ");
  const stars = starNames.flatMap((name) => {
    const given = /^[1-5]$/.exec(cell(starColumns[name]))?.[0];
    return given === undefined ? [] : [[name, Number(given)] as const];
  });
  const share = plainNumber(cell("ROLLOVER_POSSIBILITY")) ?? 0;
  return {
    year: Number(cell("MODEL_YR")),
    names: [cell("MAKE"), cell("MODEL"), nameKey(variant) === "" ? "any" : variant],
    record: {
      body_style: body,
      drive,
      release,
      ...Object.fromEntries(stars),
      // The table has 0 where none was computed.
      ...(share > 0 && share < 1 && { rollover_percent: Math.round(share * 1000) / 10 }),
      tips: /^tip/i.test(cell("TIP")),
      technologies: technologiesOf(cell),
      notes: [...new Set(noteColumns.map(cell).filter((text) => text !== ""))],
    },
  };
}

/** `AWD`, `FWD`, `RWD`, `4WD`, `2WD` or `""`. */
function driveOf(text: string): string {
  const plain = text
    .toUpperCase()
    .replace(/4\s*X\s*4/, "4WD")
    .replace(/4\s*X\s*2/, "2WD");
  return /^(AWD|FWD|RWD|4WD|2WD)$/.test(plain) ? plain : "";
}

/** Until 2022, NHTSA's own column names equipment that meets its criteria; since 2023 there is an evaluation. */
function technologiesOf(cell: CellOf): object[] {
  return (Object.keys(evaluationColumns) as Technology[]).flatMap((name) => {
    const [approved, evaluation] = evaluationColumns[name];
    const stated = equipmentOf(cell(name));
    const equipment = stated === "unknown" ? equipmentIfAny(cell(approved)) : stated;
    const until2022 = Number(cell("MODEL_YR")) <= 2022;
    const criteria = until2022 ? criteriaOfApproval(cell(approved), equipment) : criteriaOf(cell(evaluation));
    if (equipment === "unknown" && criteria === "unknown") return [];
    return [{ name: technologyNames[name], equipment, criteria }];
  });
}

/** The table has misspellings such as `Stanard`. */
function equipmentOf(text: string): string {
  const isStandard = /stan/i.test(text);
  const isOptional = /opti/i.test(text);
  if (isStandard && isOptional) return "standard_and_optional";
  if (isStandard) return "standard";
  if (isOptional) return "optional";
  return /^(no|none|n\/a|not available)$/i.test(text) ? "none" : "unknown";
}

/** The equipment that NHTSA's own column has; where it has `No`, the vehicle may have equipment that fails. */
function equipmentIfAny(approved: string): string {
  const equipment = equipmentOf(approved);
  return equipment === "none" ? "unknown" : equipment;
}

function criteriaOfApproval(approved: string, equipment: string): string {
  if (/stan|opti|yes/i.test(approved)) return "meets";
  const hasIt = equipment !== "none" && equipment !== "unknown";
  return /^no$/i.test(approved) && hasIt ? "does_not_meet" : "unknown";
}

function criteriaOf(evaluation: string): string {
  if (/pending/i.test(evaluation)) return "pending";
  if (/not meet/i.test(evaluation)) return "does_not_meet";
  if (/only standard meets/i.test(evaluation)) return "standard_meets";
  return /meets/i.test(evaluation) ? "meets" : "unknown";
}
