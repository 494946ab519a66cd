import { dayMs } from "../../src/base/durations.ts";
import type { VehicleRow, VinRow } from "../../src/vehicles/families/record-family.ts";
import type { ModelYear } from "./fleet.ts";
import { randomFor } from "./random.ts";
import { dayText, syntheticNote } from "./texts.ts";

type Fault = readonly [component: string, wrong: string, consequence: string, remedy: string];

const faults: readonly Fault[] = [
  ["AIR BAGS", "the inflator may rupture", "Fragments may injure occupants.", "The inflator is replaced."],
  [
    "SERVICE BRAKES, HYDRAULIC",
    "a brake hose may chafe and leak",
    "Stopping distances may grow.",
    "The hoses are replaced.",
  ],
  [
    "FUEL SYSTEM, GASOLINE",
    "the fuel pump may stop",
    "The engine may stall.",
    "The pump module is replaced.",
  ],
  [
    "STEERING",
    "a steering joint may loosen",
    "The driver may lose control.",
    "The joint is inspected and replaced.",
  ],
  [
    "ELECTRICAL SYSTEM",
    "a wiring harness may overheat",
    "There is a risk of fire.",
    "The harness is rerouted.",
  ],
  [
    "BACK OVER PREVENTION",
    "the rear view image may not appear",
    "What is behind may not be seen.",
    "The software is updated.",
  ],
  ["SEAT BELTS", "a buckle may not latch", "An occupant may not be restrained.", "The buckle is replaced."],
];

/** The faults that vehicles of that kind and age can have. */
function faultsOf({ year, variants }: ModelYear): readonly Fault[] {
  const since: Readonly<Record<string, number>> = { "AIR BAGS": 1990, "BACK OVER PREVENTION": 2008 };
  const electric = variants.every((variant) => variant.electric);
  return faults.filter(
    ([component]) => year >= (since[component] ?? 0) && !(electric && component.startsWith("FUEL")),
  );
}

interface Campaign {
  readonly number: string;
  readonly reportedAt: number;
  readonly row: VehicleRow;
}

/** The campaigns of a model year; most have none. The numbers do not have NHTSA's form. */
function campaignsOf(modelYear: ModelYear, seed: number, until: number): Campaign[] {
  const { year, make, model, vehicles } = modelYear;
  const random = randomFor(seed, "recalls", make, model, year);
  const shown = vehicles.some((vehicle) => vehicle.shown);
  const count = shown || random.chance(0.45) ? random.between(1, 3) : 0;
  const possible = faultsOf(modelYear);
  const first = random.below(possible.length);
  return Array.from({ length: count }, (_, index): Campaign => {
    const [component, wrong, consequence, remedy] = possible[(first + index) % possible.length]!;
    const reportedAt = Math.min(Date.UTC(year, 0, 1) + random.between(200, 3000) * dayMs, until - dayMs);
    const number = `DEMO${String(year).slice(2)}V${String(random.below(10_000)).padStart(4, "0")}${index}`;
    const grave = component === "AIR BAGS" || component === "ELECTRICAL SYSTEM";
    const record = {
      manufacturer: make,
      component,
      summary: `${syntheticNote}: on certain ${year} ${make} ${model} vehicles ${wrong}.`,
      consequence,
      remedy,
      notes: `${syntheticNote}; no such campaign exists.`,
      report_received_date: dayText(reportedAt),
      park_it: grave && random.chance(0.15),
      park_outside: component === "ELECTRICAL SYSTEM" && random.chance(0.4),
      over_the_air_update: component === "BACK OVER PREVENTION" && year >= 2018,
    };
    return { number, reportedAt, row: { year, names: [make, model, number], record } };
  });
}

export function campaignRows(modelYear: ModelYear, seed: number, until: number): VehicleRow[] {
  return campaignsOf(modelYear, seed, until).map(({ row }) => row);
}

/** The recall status of single vehicles: completed for half of them, open or unknown for the others. */
export function completionRows(modelYear: ModelYear, seed: number, until: number): VinRow[] {
  return campaignsOf(modelYear, seed, until).flatMap(({ number, reportedAt }) =>
    modelYear.vehicles.flatMap(({ vin }): VinRow[] => {
      const random = randomFor(seed, "completion", vin, number);
      const at = reportedAt + random.between(30, 700) * dayMs;
      if (random.chance(0.25)) return [];
      const done = at < until && random.chance(0.67);
      const state = done
        ? { recall_status: "completed", completed_at: dayText(at) }
        : { recall_status: "open", completed_at: "" };
      const record = { nhtsa_campaign_number: number, ...state, source: syntheticNote };
      return [{ vin, record }];
    }),
  );
}
