import { dayMs } from "../../src/base/durations.ts";
import type { PlateRow, VinRow } from "../../src/vehicles/families/record-family.ts";
import type { Vehicle } from "./fleet.ts";
import { randomFor } from "./random.ts";
import { showcase } from "./showcase.ts";
import { dayText, litresText, syntheticNote } from "./texts.ts";
import { trimNameOf } from "./variants.ts";

const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
const banks = ["Demo Bank", "Example Credit Union", "Sample Auto Finance"];

/** A plate in the form of the vehicle's state. `taken` contains all plates given so far. */
export function plateRow(vehicle: Vehicle, seed: number, taken: Set<string>): PlateRow {
  const { vin, year, make, model, trim, body, home, color, fuel } = vehicle;
  const random = randomFor(seed, "plate", vin);
  let license: string = vehicle.shown ? showcase.plate.license : "";
  while (license === "" || taken.has(`${home.state} ${license}`)) {
    license = home.plate.replace(/[9A]/g, (kind) =>
      kind === "9" ? String(random.below(10)) : letters.charAt(random.below(letters.length)),
    );
  }
  taken.add(`${home.state} ${license}`);
  const names = { year: String(year), make, model, trim };
  return {
    license,
    state: home.state,
    vin,
    record: { ...names, body_type: body, color, fuel_type: fuel, note: syntheticNote },
  };
}

/** The liens of a vehicle: most have no record, some an open lien, some a released one. */
export function lienRows(vehicle: Vehicle, seed: number, until: number): VinRow[] {
  const { vin, year, make, model, home, builtAt } = vehicle;
  const random = randomFor(seed, "lien", vin);
  if (!vehicle.shown && random.chance(0.7)) return [];
  const filed = Math.min(builtAt + random.between(20, 2500) * dayMs, until - 30 * dayMs);
  const ends = filed + random.between(700, 2200) * dayMs;
  const released = ends < until;
  const lien = {
    lienholder: `${random.pick(banks)} (${syntheticNote.toLowerCase()})`,
    state: home.state,
    filed_at: dayText(filed),
    released_at: released ? dayText(ends) : "",
    status: released ? "released" : "active",
  };
  return [{ vin, year, make, model, record: { liens: [lien], as_of: dayText(until) } }];
}

const paints = { Black: "202", White: "040", Silver: "1F7", Gray: "1G3", Blue: "8T0", Red: "3R3" };
const options = ["Floor mats", "Towing package", "Sunroof", "Navigation", "Cold weather package"];

/** The build sheet of a vehicle of 1996 or later, for one in three. */
export function buildSheetRows(vehicle: Vehicle, seed: number): VinRow[] {
  const { vin, year, color, interior, builtAt, litres } = vehicle;
  const random = randomFor(seed, "build sheet", vin);
  if (!vehicle.shown && (year < 1996 || random.chance(0.67))) return [];
  const record = {
    note: syntheticNote,
    built_on: dayText(builtAt),
    trim: trimNameOf(vehicle),
    engine: litres === "" ? "" : `${litresText(litres)}L`,
    exterior_color: color,
    paint_code: `DEMO-${paints[color as keyof typeof paints] ?? "000"}`,
    interior_color: interior,
    options: options.filter(() => random.chance(0.35)),
  };
  return [{ vin, record }];
}
