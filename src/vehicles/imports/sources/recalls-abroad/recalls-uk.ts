import { readDayText } from "../../../../base/reading/days.ts";
import { plainCount } from "../../../../base/reading/declared.ts";
import { campaignsAbroad } from "../../../families/apis/recalls-abroad.ts";
import { nameKey } from "../../../families/names.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { indexColumns } from "../../columns/index-columns.ts";
import { RecordError } from "../../input/import-error.ts";
import { textOf } from "../../input/utf8.ts";
import { type Cells, openCsv } from "../../readers/csv.ts";
import { campaignFile, joinRows, type ReadRow } from "../joined-rows.ts";
import type { Source } from "../source.ts";
import { makesIn, namedModel } from "./make-names.ts";
import { rowsOfYears, withRanges } from "./recalled-years.ts";

const columns = [
  "Launch Date",
  "Recalls Number",
  "Make",
  "Recalls Model Information",
  "Concern",
  "Defect",
  "Remedy",
  "Vehicle Numbers",
  "Manufacturer Ref",
  "Model",
  "VIN Start",
  "VIN End",
  "Build Start",
  "Build End",
] as const;

/** DVSA's recalls since 1992: one row per campaign, model and range of vehicles. */
export const recallsBritainSource: Source = {
  name: "recalls-uk",
  dataset: "dvsa-recalls",
  title: "DVSA recall campaigns (Great Britain)",
  address: "https://www.check-vehicle-recalls.service.gov.uk/documents/RecallsFile.csv",
  size: "5 MB",
  cadence: "as recalls are launched",
  licence: "Open Government Licence v3.0",
  origin: "Driver and Vehicle Standards Agency",
  family: campaignsAbroad.GB,
  members: /\.csv$/i,
  async *rows(utf8) {
    const { columns: header, line, batches } = await openCsv(textOf(utf8));
    const indexes = indexColumns(header, columns, { table, line });
    const read = (cells: Cells) => rowsOf(cells, header.length, indexes);
    yield* joinRows(batches, read, withRanges, campaignFile(table));
  },
};

const table = "DVSA's file of recalls";
const otherKinds = "recalls of components, wheels, tires, trailers and cycles";
const noName = "recalls without a make or model";

/** Numbers begin with the kind: vehicles, motorcycles and special vehicles; DVSA's guide lists them. */
const vehicleNumber = /^(R|RM|RSPV)\//i;

function rowsOf(cells: Cells, width: number, indexes: readonly number[]): ReadRow {
  if (cells.length !== width)
    return new RecordError("", cells.join(","), `has ${cells.length} values, not ${width}`);
  const cell = (name: (typeof columns)[number]) => cells[indexes[columns.indexOf(name)]!]!.trim();
  const day = (name: (typeof columns)[number]) => readDayText(cell(name), "day_first") ?? "";
  const campaign = cell("Recalls Number");
  if (campaign === "") return new RecordError("Recalls Number", "", "must not be empty");
  if (!vehicleNumber.test(campaign)) return otherKinds;
  const model = cell("Model") || cell("Recalls Model Information");
  const makes = makesIn(cell("Make"));
  if (makes.length === 0 || nameKey(model) === "") return noName;
  const range = {
    built_from: day("Build Start"),
    built_to: day("Build End"),
    vin_from: cell("VIN Start"),
    vin_to: cell("VIN End"),
  };
  const record = {
    manufacturer: cell("Make"),
    component: cell("Concern"),
    summary: cell("Defect"),
    consequence: "",
    remedy: cell("Remedy"),
    notes: cell("Recalls Model Information"),
    report_received_date: day("Launch Date"),
    manufacturer_campaign_number: cell("Manufacturer Ref"),
    units_affected: plainCount(cell("Vehicle Numbers")) ?? "",
    url: "",
    ranges: [range],
  };
  return makes.flatMap((one): readonly VehicleRow[] => {
    const vehicle = namedModel(one, model);
    return rowsOfYears([vehicle.make, vehicle.model, campaign], record);
  });
}
