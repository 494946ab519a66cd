import { dayOfDigits } from "../../../../base/reading/declared.ts";
import { finnishTypes, type VehicleType } from "../../../families/apis/vehicle-types.ts";
import type { PatternRow } from "../../../families/record-family.ts";
import type { Converted, Source } from "../source.ts";
import { registerRows } from "./register-table.ts";
import { figure, figureWithComma, known } from "./register-values.ts";

const required = ["valmistenumero2", "merkkiSelvakielinen", "kaupallinenNimi", "ajoneuvoluokka"] as const;
/** With the required columns, what distinguishes types. */
const ofType = [
  ..."mallimerkinta ovienLukumaara korityyppi istumapaikkojenLkm kayttovoima".split(" "),
  ..."iskutilavuus suurinNettoteho tyyppihyvaksyntanro".split(" "),
];
const optional = [...ofType, "kayttoonottopvm"];
const keyColumns = ["valmistenumero2", "merkkiSelvakielinen", "ajoneuvoluokka", ...ofType];
/** No value contains it. */
const divider = "\t";

const withoutNumber = "vehicles without the beginning of a VIN";
const otherVehicles = "trailers, tractors and machinery";
const withoutName = "vehicles without a make or model";

/** Finland's vehicles in use: a row for each, with the first ten characters of its VIN. */
export const traficomSource: Source = {
  name: "traficom",
  dataset: "traficom",
  title: "Traficom: types of vehicles by the beginning of VINs",
  size: "900 MB, 5 million vehicles",
  cadence: "quarterly",
  licence: "CC BY 4.0",
  origin: "Finnish Transport and Communications Agency (Traficom), open data of vehicles",
  family: finnishTypes,
  members: /\.csv$/i,
  rows: countTypes,
};

/** What is counted of a type; memory has one for each. */
interface Counted {
  vehicles: number;
  first: number;
  last: number;
}

/**
 * So many types are counted in memory. Then their counts become records, and counting begins again: lookups add the
 * counts of records with the same content.
 */
const typesAtOnce = 100_000;
const rowsPerBatch = 1000;

async function* countTypes(utf8: AsyncIterable<Buffer>): AsyncGenerator<Converted> {
  const types = new Map<string, Counted>();
  const table = { title: "Traficom's open data of vehicles", required, optional };
  const counting = registerRows(utf8, table, (read) => {
    const pattern = read("valmistenumero2").toUpperCase();
    if (!/^[A-HJ-NPR-Z0-9]{10}$/.test(pattern)) return withoutNumber;
    if (!/^[LMN]\d/.test(read("ajoneuvoluokka"))) return otherVehicles;
    if (read("merkkiSelvakielinen") === "" || modelOf(read) === "") return withoutName;
    const key = keyColumns.map((name) => (name === "mallimerkinta" ? modelOf(read) : read(name)));
    count(types, key.join(divider), yearOf(read("kayttoonottopvm")));
    return [];
  });
  const made = { number: 0 };
  for await (const { rows, ...batch } of counting) {
    // Reading them counts them; what remains is invalid.
    yield { ...batch, rows: [...rows] };
    if (types.size > typesAtOnce) yield* typeRows(types, made);
  }
  yield* typeRows(types, made);
}

function count(types: Map<string, Counted>, key: string, year: number): void {
  const known = types.get(key);
  if (!known) types.set(key, { vehicles: 1, first: year, last: year });
  else {
    known.vehicles += 1;
    if (year > 0) {
      known.first = known.first === 0 ? year : Math.min(known.first, year);
      known.last = Math.max(known.last, year);
    }
  }
}

/** The types as records, each with a number of its own; empties the map. */
function* typeRows(types: Map<string, Counted>, made: { number: number }): Generator<Converted> {
  let rows: PatternRow[] = [];
  const batch = () => ({ rows, lineOf: () => 0 });
  for (const [key, { vehicles, first, last }] of types) {
    types.delete(key);
    const values = key.split(divider);
    const read = (name: string) => values[keyColumns.indexOf(name)]!;
    const used = first > 0 ? { first_used: first, last_used: last } : {};
    made.number += 1;
    rows.push({
      pattern: read("valmistenumero2").toUpperCase(),
      id: String(made.number).padStart(7, "0"),
      record: { ...typeOf(read), ...used, vehicles },
    });
    if (rows.length < rowsPerBatch) continue;
    yield batch();
    rows = [];
  }
  yield batch();
}

/** The commercial name; many older vehicles have the type's name alone, which begins with the model. */
const modelOf = (read: (name: string) => string): string => read("kaupallinenNimi") || read("mallimerkinta");

/** The year of a day such as 19970110, or of 19670000 for a year alone; 0 for all else. */
function yearOf(text: string): number {
  const alone = /^((?:19|20)\d\d)0000$/.exec(text)?.[1];
  return Number(alone ?? dayOfDigits(text)?.slice(0, 4) ?? 0);
}

const fuels: Readonly<Record<string, string>> = {
  "01": "Gasoline",
  "02": "Diesel",
  "04": "Electric",
  "05": "Hydrogen",
  "07": "Methanol",
  "11": "LPG",
  "13": "CNG",
  "37": "Ethanol",
  "38": "CNG/Gasoline",
  "39": "Gasoline/Electric",
  "40": "Gasoline/Ethanol",
  "42": "LPG/Gasoline",
  "44": "Diesel/Electric",
  "54": "Hydrogen/Electric",
  "63": "Ethanol",
};

/** The EU's codes of bodies (2007/46/EC, annex II). */
const bodies: Readonly<Record<string, string>> = {
  AA: "Saloon",
  AB: "Hatchback",
  AC: "Station wagon",
  AD: "Coupé",
  AE: "Convertible",
  AF: "Multi-purpose vehicle",
  BA: "Lorry",
  BB: "Van",
  SA: "Motor caravan",
};

function typeOf(read: (name: string) => string): VehicleType {
  const body = read("korityyppi");
  return {
    make: known(read("merkkiSelvakielinen")),
    model: known(read("mallimerkinta")),
    category: known(read("ajoneuvoluokka")),
    body: bodies[body] ?? known(body),
    fuel: fuels[read("kayttovoima")],
    displacement_cc: figure(read("iskutilavuus")),
    power_kw: figureWithComma(read("suurinNettoteho")),
    doors: figure(read("ovienLukumaara")),
    seats: figure(read("istumapaikkojenLkm")),
    type_approval: known(read("tyyppihyvaksyntanro")),
  };
}
