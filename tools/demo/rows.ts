import { auctionRecords } from "../../src/vehicles/families/apis/auction.ts";
import { headlightRecords } from "../../src/vehicles/families/apis/headlight-assembly.ts";
import { lienRecords } from "../../src/vehicles/families/apis/lien.ts";
import { partRecords } from "../../src/vehicles/families/apis/oem-parts.ts";
import { buildSheets } from "../../src/vehicles/families/apis/oem-vin-decode.ts";
import { oilRecords } from "../../src/vehicles/families/apis/oil-lookup.ts";
import { recallCampaigns, recallCompletions } from "../../src/vehicles/families/apis/open-recall.ts";
import { plateRecords } from "../../src/vehicles/families/apis/plates.ts";
import { saleRecords } from "../../src/vehicles/families/apis/saleshistory.ts";
import { imageRecords } from "../../src/vehicles/families/apis/vehicle-images.ts";
import { windshieldRecords } from "../../src/vehicles/families/apis/windshield.ts";
import { specificationRecords } from "../../src/vehicles/families/apis/ymm-specs.ts";
import type { RecordFamily, RecordRow } from "../../src/vehicles/families/record-family.ts";
import { auctionEvent } from "./auction-events.ts";
import { headlightRow, imageRows, oilRows, windshieldRows } from "./equipment.ts";
import type { ModelYear } from "./fleet.ts";
import { livesOf } from "./life.ts";
import { partRows } from "./parts.ts";
import { campaignRows, completionRows } from "./recalls.ts";
import { buildSheetRows, lienRows, plateRow } from "./registrations.ts";
import { saleEvent } from "./sale-events.ts";
import { specificationRows } from "./specifications.ts";

/** The parameters of a set. */
export interface Making {
  readonly seed: number;
  /** The first moment without records. */
  readonly until: number;
  /** Plates given so far. */
  readonly plates: Set<string>;
}

type Maker<F extends RecordFamily> = (modelYear: ModelYear, making: Making) => Iterable<RecordRow<F>>;

/** A family of the demo set, and the records of a model year in it. */
export interface DemoRecords {
  readonly family: RecordFamily;
  readonly rowsOf: Maker<RecordFamily>;
}

/** Vehicles without variants are older than the standard. They have histories only. */
const known = ({ variants }: ModelYear) => variants.length > 0;
const fourWheels = (modelYear: ModelYear) => known(modelYear) && modelYear.line.segment !== "motorcycle";

function records<F extends RecordFamily>(family: F, rowsOf: Maker<F>): DemoRecords {
  return { family, rowsOf };
}

function recordsOfCars<F extends RecordFamily>(family: F, rowsOf: Maker<F>): DemoRecords {
  return records(family, (modelYear, making) => (fourWheels(modelYear) ? rowsOf(modelYear, making) : []));
}

/** Every family of the demo set, in the order of loading. Repair estimates need no records. */
export const demoRecords: readonly DemoRecords[] = [
  records(plateRecords, (modelYear, { seed, plates }) =>
    known(modelYear) ? modelYear.vehicles.map((vehicle) => plateRow(vehicle, seed, plates)) : [],
  ),
  records(lienRecords, (modelYear, { seed, until }) =>
    known(modelYear) ? modelYear.vehicles.flatMap((vehicle) => lienRows(vehicle, seed, until)) : [],
  ),
  recordsOfCars(buildSheets, ({ vehicles }, { seed }) =>
    vehicles.flatMap((vehicle) => buildSheetRows(vehicle, seed)),
  ),
  recordsOfCars(recallCampaigns, (modelYear, { seed, until }) => campaignRows(modelYear, seed, until)),
  recordsOfCars(recallCompletions, (modelYear, { seed, until }) => completionRows(modelYear, seed, until)),
  recordsOfCars(headlightRecords, (modelYear) => [headlightRow(modelYear)]),
  recordsOfCars(windshieldRecords, windshieldRows),
  recordsOfCars(oilRecords, oilRows),
  recordsOfCars(imageRecords, imageRows),
  recordsOfCars(specificationRecords, specificationRows),
  recordsOfCars(partRecords, partRows),
  records(auctionRecords, ({ vehicles }, { seed, until }) =>
    vehicles.flatMap((vehicle) =>
      livesOf(vehicle, seed, until)
        .filter(({ seller }) => seller === "auction")
        .map((event) => auctionEvent(vehicle, event, seed)),
    ),
  ),
  records(saleRecords, ({ vehicles }, { seed, until }) =>
    vehicles.flatMap((vehicle) =>
      livesOf(vehicle, seed, until).map((event) => saleEvent(vehicle, event, seed)),
    ),
  ),
];
