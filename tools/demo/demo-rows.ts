import type { RecordRow } from "../../src/vehicles/families/record-family.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import type { Pack } from "../../src/vin/pack/pack.ts";
import { earlyVehicles } from "./early-vehicles.ts";
import { buildFleet, type ModelYear } from "./fleet.ts";
import { type DemoRecords, demoRecords } from "./rows.ts";

export const demoSeed = 1;
export const demoVehicles = 2400;
const earlyCount = 50;

export interface Size {
  readonly seed: number;
  readonly vehicles: number;
  /** The first moment without records. */
  readonly until: number;
}

/** The records of a set by family. The same size and VIN data make the same records. */
export function* demoRows(pack: Pack, size: Size): Generator<[DemoRecords["family"], RecordRow[]]> {
  const { seed, until } = size;
  const fleet = makeFleet(pack, size);
  for (const { family, rowsOf } of demoRecords) {
    const making = { seed, until, plates: new Set<string>() };
    yield [family, fleet.flatMap((modelYear) => [...rowsOf(modelYear, making)])];
  }
}

/** Every model year of the set, the vehicles before 1981 last. */
function makeFleet(pack: Pack, { seed, vehicles, until }: Size): ModelYear[] {
  const decoder = createDecoder(pack, { currentYear: new Date(until).getUTCFullYear() });
  const early = earlyVehicles(seed, earlyCount).map((vehicle): ModelYear => {
    const { year, make, model, line } = vehicle;
    return { year, make, model, line, variants: [], vehicles: [vehicle] };
  });
  return [...buildFleet(decoder, { seed, vehicles: vehicles - earlyCount, until }), ...early];
}
