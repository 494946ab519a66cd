import { dutchFuels, dutchPlates, type OdometerJudgment } from "../../../families/apis/registers.ts";
import type { PlateRow } from "../../../families/record-family.ts";
import { dutchRegisterOrigin } from "../readers.ts";
import type { Source } from "../source.ts";
import { type ReadCell, registerRows } from "./register-table.ts";
import { day, figure, known, withoutMake } from "./register-values.ts";

const required = ["kenteken", "voertuigsoort", "merk", "handelsbenaming"] as const;
const optional = [
  ..."inrichting eerste_kleur vervaldatum_apk datum_eerste_toelating".split(" "),
  ..."datum_eerste_tenaamstelling_in_nederland massa_rijklaar massa_ledig_voertuig".split(" "),
  ..."toegestane_maximum_massa_voertuig cilinderinhoud aantal_cilinders aantal_zitplaatsen".split(" "),
  ..."aantal_deuren europese_voertuigcategorie typegoedkeuringsnummer variant uitvoering".split(" "),
  ..."catalogusprijs openstaande_terugroepactie_indicator export_indicator".split(" "),
  ..."maximum_trekken_massa_geremd maximum_massa_trekken_ongeremd tellerstandoordeel".split(" "),
  ..."code_toelichting_tellerstandoordeel jaar_laatste_registratie_tellerstand".split(" "),
];

/** The file has "Datum eerste toelating" where the API's CSV has "datum_eerste_toelating". */
const rdwForm = {
  nameOf: (cell: string): string =>
    cell
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, ""),
};

/** RDW's words for what is not registered, or does not apply. */
const unknown = /^(Niet geregistreerd|N\.v\.t\.)$/i;

/** The Dutch register of vehicles: the whole table or a selection of its columns, as CSV. */
export const rdwSource: Source = {
  name: "rdw",
  dataset: "rdw",
  title: "RDW: plates of the Netherlands",
  address: "https://opendata.rdw.nl/api/views/m9d7-ebf2/rows.csv?accessType=DOWNLOAD",
  size: "10 GB, 16 million vehicles",
  cadence: "daily",
  licence: "CC0",
  origin: dutchRegisterOrigin,
  family: dutchPlates,
  members: /\.csv$/i,
  rows: (utf8) =>
    registerRows(
      utf8,
      {
        title: "RDW's table of vehicles (Gekentekende voertuigen)",
        required,
        optional,
        ...rdwForm,
      },
      (read) => {
        const make = read("merk");
        const row: PlateRow = {
          license: read("kenteken"),
          state: "NLD",
          vin: "",
          record: {
            year: "",
            make,
            model: withoutMake(read("handelsbenaming"), make),
            trim: "",
            body_type: known(read("inrichting"), unknown) ?? "",
            registration: registrationOf(read),
          },
        };
        return [row];
      },
    ),
};

const fuelRequired = ["kenteken", "brandstof_volgnummer", "brandstof_omschrijving"] as const;
const fuelOptional = [
  ..."nettomaximumvermogen netto_max_vermogen_elektrisch co2_uitstoot_gecombineerd".split(" "),
  "emissie_co2_gecombineerd_wltp",
];

/** The fuels of Dutch vehicles: one row for each, two for hybrids. */
export const rdwFuelSource: Source = {
  ...rdwSource,
  name: "rdw-fuel",
  dataset: "rdw-fuel",
  title: "RDW: fuels of Dutch vehicles, which complete the plates",
  address: "https://opendata.rdw.nl/api/views/8ys7-d773/rows.csv?accessType=DOWNLOAD",
  size: "several GB, a row for each fuel",
  origin: "RDW, Open Data Gekentekende voertuigen brandstof",
  family: dutchFuels,
  rows: (utf8) =>
    registerRows(
      utf8,
      {
        title: "RDW's table of fuels (Gekentekende voertuigen brandstof)",
        required: fuelRequired,
        optional: fuelOptional,
        ...rdwForm,
      },
      (read) => {
        const row: PlateRow = {
          license: read("kenteken"),
          state: "NLD",
          id: read("brandstof_volgnummer"),
          vin: "",
          record: {
            fuel: known(read("brandstof_omschrijving")),
            power_kw: figure(read("nettomaximumvermogen")),
            electric_power_kw: figure(read("netto_max_vermogen_elektrisch")),
            co2_g_km: figure(read("co2_uitstoot_gecombineerd")),
            co2_wltp_g_km: figure(read("emissie_co2_gecombineerd_wltp")),
          },
        };
        return [row];
      },
    ),
};

function registrationOf(read: ReadCell) {
  return {
    kind: known(read("voertuigsoort")),
    category: known(read("europese_voertuigcategorie")),
    first_admission: day(read("datum_eerste_toelating")),
    first_registration: day(read("datum_eerste_tenaamstelling_in_nederland")),
    inspection_expires: day(read("vervaldatum_apk")),
    mass_kg: figure(read("massa_rijklaar")),
    unladen_mass_kg: figure(read("massa_ledig_voertuig")),
    gross_mass_kg: figure(read("toegestane_maximum_massa_voertuig")),
    towing_braked_kg: figure(read("maximum_trekken_massa_geremd")),
    towing_unbraked_kg: figure(read("maximum_massa_trekken_ongeremd")),
    displacement_cc: figure(read("cilinderinhoud")),
    cylinders: figure(read("aantal_cilinders")),
    doors: figure(read("aantal_deuren")),
    seats: figure(read("aantal_zitplaatsen")),
    color: known(read("eerste_kleur"), unknown),
    type_approval: known(read("typegoedkeuringsnummer")),
    type_variant: known(read("variant")),
    type_version: known(read("uitvoering")),
    list_price_eur: figure(read("catalogusprijs")),
    open_recall: flag(read("openstaande_terugroepactie_indicator")),
    exported: flag(read("export_indicator")),
    odometer_judgment: judgments.get(read("tellerstandoordeel").toLowerCase()),
    odometer_judgment_as_listed: known(read("tellerstandoordeel")),
    odometer_judgment_code: known(read("code_toelichting_tellerstandoordeel")),
    odometer_last_year: figure(read("jaar_laatste_registratie_tellerstand")),
  };
}

/** RDW's judgments of the readings that it has of a vehicle; "Niet geregistreerd" is none of them. */
const judgments: ReadonlyMap<string, OdometerJudgment> = new Map([
  ["logisch", "logical"],
  ["onlogisch", "illogical"],
  ["geen oordeel", "none"],
]);

function flag(text: string): boolean | undefined {
  return text === "Ja" ? true : text === "Nee" ? false : undefined;
}
