import type { RecordFamily, RecordRow } from "../families/record-families.ts";
import { auctionEvent } from "./auction-events.ts";
import { headlightRow, imageRows, oilRows, windshieldRows } from "./equipment.ts";
import type { ModelYear } from "./fleet.ts";
import { livesOf } from "./life.ts";
import { partRows } from "./parts.ts";
import { campaignRows, completionRows } from "./recalls.ts";
import { buildSheetRows, lienRows, plateRow } from "./registrations.ts";
import { saleEvent } from "./sale-events.ts";
import { specificationRows } from "./specifications.ts";

/** What records are made with. */
export interface Making {
  readonly seed: number;
  /** Nothing is recorded of this moment and later. */
  readonly until: number;
  /** Plates given so far. */
  readonly plates: Set<string>;
}

type Maker<F extends RecordFamily> = (modelYear: ModelYear, making: Making) => Iterable<RecordRow<F>>;

/** Vehicles without a way of being built are older than the standard: only their histories are known. */
const known = ({ variants }: ModelYear) => variants.length > 0;
const fourWheels = (modelYear: ModelYear) => known(modelYear) && modelYear.line.segment !== "motorcycle";

function forCars<F extends RecordFamily>(maker: Maker<F>): Maker<F> {
  return (modelYear, making) => (fourWheels(modelYear) ? maker(modelYear, making) : []);
}

/** The records of a model's year in each family. Repair estimates are worked out and need none. */
export const demoRows = {
  plate: (modelYear, { seed, plates }) =>
    known(modelYear) ? modelYear.vehicles.map((vehicle) => plateRow(vehicle, seed, plates)) : [],
  lien: (modelYear, { seed, until }) =>
    known(modelYear) ? modelYear.vehicles.flatMap((vehicle) => lienRows(vehicle, seed, until)) : [],
  "build-sheet": forCars<"build-sheet">(({ vehicles }, { seed }) =>
    vehicles.flatMap((vehicle) => buildSheetRows(vehicle, seed)),
  ),
  "recall-campaign": forCars<"recall-campaign">((modelYear, { seed, until }) =>
    campaignRows(modelYear, seed, until),
  ),
  "recall-completion": forCars<"recall-completion">((modelYear, { seed, until }) =>
    completionRows(modelYear, seed, until),
  ),
  "headlight-assembly": forCars<"headlight-assembly">((modelYear) => [headlightRow(modelYear)]),
  windshield: forCars<"windshield">(windshieldRows),
  "oil-lookup": forCars<"oil-lookup">(oilRows),
  "vehicle-images": forCars<"vehicle-images">(imageRows),
  "ymm-specs": forCars<"ymm-specs">(specificationRows),
  "oem-parts": forCars<"oem-parts">(partRows),
  auction: ({ vehicles }, { seed, until }) =>
    vehicles.flatMap((vehicle) =>
      livesOf(vehicle, seed, until)
        .filter(({ seller }) => seller === "auction")
        .map((event) => auctionEvent(vehicle, event, seed)),
    ),
  saleshistory: ({ vehicles }, { seed, until }) =>
    vehicles.flatMap((vehicle) =>
      livesOf(vehicle, seed, until).map((event) => saleEvent(vehicle, event, seed)),
    ),
} as const satisfies { readonly [F in RecordFamily]?: Maker<F> };

export type DemoFamily = keyof typeof demoRows;

/** Every family that the demo set fills, in the order of loading. */
export const demoFamilies = Object.keys(demoRows) as readonly DemoFamily[];
