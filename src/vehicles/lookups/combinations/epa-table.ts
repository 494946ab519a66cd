import { type Combination, type CombinationTable, fuelKindOf } from "../../../vin/answer/combinations.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import type { Facts } from "../../families/record-family.ts";

/** What is read of a row of EPA's table. */
export interface EpaRow {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly facts: string;
}

/** EPA's words as vPIC's; what vPIC has no word for stays as it is. */
const drives: Readonly<Record<string, string>> = {
  "Front-Wheel Drive": "FWD/Front-Wheel Drive",
  "Rear-Wheel Drive": "RWD/Rear-Wheel Drive",
  "All-Wheel Drive": "AWD/All-Wheel Drive",
  "4-Wheel Drive": "4WD/4-Wheel Drive/4x4",
  "Part-time 4-Wheel Drive": "4WD/4-Wheel Drive/4x4",
  "2-Wheel Drive": "4x2",
};

/** Codes of EPA's: AV and variable ratios are CVTs, AM an automated manual, A, L and S have a torque converter. */
export function transmissionOf(text: string): string {
  if (/^manual\b/i.test(text)) return "Manual/Standard";
  if (!/^auto/i.test(text)) return "";
  if (/\(variable|\(AV/i.test(text)) return "Continuously Variable Transmission (CVT)";
  return /\(AM/i.test(text) ? "Automated Manual Transmission (AMT)" : "Automatic";
}

/** A row's combination, and EPA's base model if its names do not begin with it. */
interface Read {
  readonly combination: Combination;
  readonly base: string;
}

function combinationOf(text: string): Read {
  const facts = JSON.parse(text) as Facts;
  const { displacement_l, cylinders = 0, fuel = "", drive = "", transmission = "", base_model = "" } = facts;
  const combination = {
    // EPA writes a decimal to every displacement.
    litres: displacement_l === undefined ? "" : displacement_l.toFixed(1),
    cylinders,
    fuel: fuelKindOf(fuel),
    drive: drives[drive] ?? drive,
    transmission: transmissionOf(transmission),
  };
  return { combination, base: base_model };
}

/** A name and all its beginnings that end with a word: "Camry Solara" is a Camry too. Several share a row by slashes. */
function keysOf(model: string, rest: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const name of model.split("/")) {
    const text = `${name} ${rest}`.trim();
    for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}]+/gu))
      keys.add(nameKey(text.slice(0, index + word.length)));
  }
  return keys;
}

/** Collects EPA's rows as a table that decodes are completed from. */
export class EpaTable implements CombinationTable {
  readonly source: string;
  readonly #byName = new Map<string, Combination[]>();
  /** Few hundred differ: rows of the same facts share one. */
  readonly #combinations = new Map<string, Read>();

  constructor(source: string) {
    this.source = source;
  }

  add({ year, make, model, trim, facts }: EpaRow): void {
    const read = this.#combinations.get(facts) ?? combinationOf(facts);
    this.#combinations.set(facts, read);
    const { combination, base } = read;
    const begin = `${year} ${makeKey(make)} `;
    // A G37x is a G37, and a K1500 Avalanche an Avalanche.
    const keys = [...keysOf(model, trim.split(",", 1)[0]!), ...keysOf(base, "")];
    for (const key of new Set(keys)) {
      const known = this.#byName.get(begin + key);
      if (!known) this.#byName.set(begin + key, [combination]);
      else if (!known.includes(combination)) known.push(combination);
    }
  }

  find(year: number, make: string, model: string): readonly Combination[] {
    return this.#byName.get(`${year} ${makeKey(make)} ${nameKey(model)}`) ?? [];
  }
}
