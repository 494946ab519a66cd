import { swissTypes, type VehicleType } from "../../../families/apis/vehicle-types.ts";
import type { PatternRow } from "../../../families/record-family.ts";
import type { Source } from "../source.ts";
import { type ReadCell, registerRows } from "./register-table.ts";
import { figure, figureWithComma, known } from "./register-values.ts";

const required = ["Typengenehmigungsnummer", "04 Marke", "04 Typ", "06 Vorziffer"] as const;
const optional = [
  "03 Fahrzeugklasse",
  "05 Typ; Variante/Version",
  "07 Karosserieform",
  "09 EU-Gesamtgenehmigung",
  "17 Achsantrieb",
  "25 Motor Typ",
  "26 Bauart Treibstoff",
  "27 Hubraum",
  "28 Leistung kW",
  "37 Anzahl Plätze Total bis",
  "38 Anzahl Türen",
];

const noTemplate = "approvals without a pattern of whole VINs";

/** Switzerland's type approvals of cars since 1995, tab-separated, with patterns of VINs. */
export const astraSource: Source = {
  name: "astra",
  dataset: "astra",
  title: "ASTRA: types of vehicles by patterns of VINs",
  address:
    "https://opendata.astra.admin.ch/ivzod/2000-Typengenehmigungen_TG_TARGA/2200-Basisdaten_TG_ab_1995/TG-Automobil.txt",
  size: "323 MB, 210,000 approvals",
  cadence: "monthly",
  licence: "Swiss open government data (EMBAG art. 10); name ASTRA as the source",
  origin: "Swiss Federal Roads Office (ASTRA), TG-Automobil",
  family: swissTypes,
  repeats: "approvals with the number and pattern of one before",
  members: /\.txt$/i,
  rows: (utf8) =>
    registerRows(
      utf8,
      {
        title: "ASTRA's TG-Automobil.txt",
        required,
        optional,
      },
      (read) => {
        const patterns = patternsIn(read("06 Vorziffer"));
        if (patterns.length === 0) return noTemplate;
        const id = read("Typengenehmigungsnummer");
        return patterns.map((pattern): PatternRow => ({ pattern, id, record: typeOf(read) }));
      },
    ),
};

const pattern = /^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9.]{14}$/;

/** Patterns of 17 characters; what is shorter, longer or a remark is not read. */
function patternsIn(text: string): readonly string[] {
  const patterns = [...new Set(text.split(" / ").map((part) => part.trim()))];
  const clear = patterns.every((one) => pattern.test(one) && /[^.]/.test(one.slice(3)));
  return clear ? patterns : [];
}

const fuels: Readonly<Record<string, string>> = {
  B: "Gasoline",
  C: "Gasoline/Electric",
  D: "Diesel",
  E: "Electric",
  F: "Diesel/Electric",
  J: "Ethanol",
  K: "Gasoline/Ethanol",
  L: "LPG",
  M: "Methanol",
  N: "CNG",
  R: "Electric",
  W: "Hydrogen",
  X: "Hydrogen/Electric",
  Y: "CNG/Gasoline",
  Z: "LPG/Gasoline",
};

const drives: Readonly<Record<string, string>> = {
  A: "All-wheel drive",
  H: "Rear-wheel drive",
  V: "Front-wheel drive",
};

function typeOf(read: ReadCell): VehicleType {
  return {
    make: known(read("04 Marke")),
    model: known(read("04 Typ")),
    variant: known(read("05 Typ; Variante/Version")),
    category: known(read("03 Fahrzeugklasse")),
    body: known(read("07 Karosserieform")),
    fuel: fuels[read("26 Bauart Treibstoff")],
    drive: drives[read("17 Achsantrieb")],
    engine_code: known(read("25 Motor Typ")),
    displacement_cc: figure(read("27 Hubraum")),
    power_kw: figureWithComma(read("28 Leistung kW")),
    doors: figure(read("38 Anzahl Türen")),
    seats: figure(read("37 Anzahl Plätze Total bis")),
    type_approval: known(read("09 EU-Gesamtgenehmigung")),
  };
}
