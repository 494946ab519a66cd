import { z } from "zod";
import { text } from "../answer-schemas.ts";
import type { PlateRecords } from "../record-family.ts";
import { vehicleOfPlate } from "./plate-vehicle.ts";

const number = z.number();
const fact = (meaning: string) => text.optional().describe(meaning);
const figure = (meaning: string) => number.optional().describe(meaning);
const flag = (meaning: string) => z.boolean().optional().describe(meaning);

/** A register's judgment of the odometer readings that it has of a vehicle. */
const odometerJudgments = ["logical", "illogical", "none"] as const;
export type OdometerJudgment = (typeof odometerJudgments)[number];

/** A vehicle's entry in registers of countries; members that a register lacks are absent. */
export const Registration = z
  .object({
    kind: fact("The kind of vehicle, in the register's words."),
    category: fact("The EU's category, such as M1."),
    first_admission: fact(
      "The day of the first admission in any country, YYYY-MM-DD; its month, YYYY-MM, if that is all that is known.",
    ),
    first_registration: fact("The day of the first registration in the country, YYYY-MM-DD."),
    production_year: figure("The year of production."),
    inspection_expires: fact("The day on which the inspection expires, YYYY-MM-DD."),
    last_inspection: fact("The day of the last inspection, YYYY-MM-DD."),
    mass_kg: figure("The mass in running order, kg."),
    unladen_mass_kg: figure("The unladen mass, kg."),
    gross_mass_kg: figure("The most mass that is allowed, kg."),
    towing_braked_kg: figure("The most mass of a trailer with brakes, kg."),
    towing_unbraked_kg: figure("The most mass of a trailer without brakes, kg."),
    displacement_cc: figure("The displacement, cm³."),
    cylinders: figure("The number of cylinders."),
    power_kw: figure("The power of the engine, kW."),
    electric_power_kw: figure("The power of the electric motor, kW."),
    co2_g_km: figure("The emission of CO2 in the older test (NEDC), g/km."),
    co2_wltp_g_km: figure("The emission of CO2 in the WLTP test, g/km."),
    fuel: fact("The fuels, in the register's words, divided by a slash."),
    engine_code: fact("The maker's code of the engine."),
    doors: figure("The number of doors."),
    seats: figure("The number of seats."),
    color: fact("The color, in the register's words."),
    type_approval: fact("The number of the EU's type approval."),
    type_variant: fact("The variant in the type approval."),
    type_version: fact("The version in the type approval."),
    model_code: fact("The register's code of the model."),
    list_price_eur: figure("The list price when the vehicle was new, EUR."),
    open_recall: flag("Whether a recall of the vehicle is open."),
    exported: flag("Whether the vehicle was exported."),
    odometer_judgment: z
      .enum(odometerJudgments)
      .optional()
      .describe(
        "The register's judgment of the odometer readings that it has: they rise (`logical`), or one is lower than an earlier one (`illogical`); `none` if it does not judge.",
      ),
    odometer_judgment_as_listed: fact("The judgment in the register's words."),
    odometer_judgment_code: fact("The register's code of the reason, such as RDW's 04."),
    odometer_last_year: figure("The year of the register's last reading of the odometer."),
    chassis_number: fact("The number of the frame, if it is no VIN."),
  })
  .optional()
  .describe("What the register of the plate's country says; absent for U.S. plates.");

type Register = Pick<PlateRecords, "name" | "label" | "origin" | "example" | "completedBy"> & {
  readonly state: string;
};

const register = ({ example, ...given }: Register): PlateRecords => ({
  ...given,
  kind: "plate",
  table: given.name.replace("-", "_"),
  record: z.looseObject({ ...vehicleOfPlate.shape, registration: Registration }),
  example: { state: given.state, ...example },
  demo: "none",
});

/** Fuels of Dutch vehicles, which RDW publishes apart; hybrids have two. */
export const dutchFuels: PlateRecords = {
  name: "plate-nld-fuel",
  label: "Plates: Netherlands, fuels",
  kind: "plate",
  table: "plate_nld_fuel",
  state: "NLD",
  id: { name: "number", about: "The number of the fuel, from 1." },
  record: z.object({
    fuel: fact("The fuel, in RDW's words."),
    power_kw: figure("The power of the engine, kW."),
    electric_power_kw: figure("The power of the electric motor, kW."),
    co2_g_km: figure("The emission of CO2 in the older test (NEDC), g/km."),
    co2_wltp_g_km: figure("The emission of CO2 in the WLTP test, g/km."),
  }),
  origin: "RDW, open data (`vingate import rdw-fuel`). It completes the answers of plate-nld.",
  example: { license: "DE-00-MO", state: "NLD", number: "1", fuel: "Diesel", power_kw: 140 },
  demo: "none",
};

/** Plates of the Netherlands. */
export const dutchPlates = register({
  completedBy: dutchFuels,
  name: "plate-nld",
  label: "Plates: Netherlands",
  state: "NLD",
  origin: "RDW, open data (`vingate import rdw`). It has no VINs.",
  example: {
    license: "DE-00-MO",
    make: "VOLVO",
    model: "V60",
    body_type: "stationwagen",
    registration: { first_admission: "2018-03-01", mass_kg: 1724, displacement_cc: 1969 },
  },
});

/** Plates of Denmark. */
export const danishPlates = register({
  name: "plate-dnk",
  label: "Plates: Denmark",
  state: "DNK",
  origin: "Motorstyrelsen, the statistical extract of the motor register (`vingate import dmr`).",
  example: {
    license: "DE 00 000",
    year: "2018",
    make: "VOLVO",
    model: "V60",
    registration: { first_admission: "2018-03-01", fuel: "Diesel", power_kw: 140 },
  },
});

export const israeliPlates = register({
  name: "plate-isr",
  label: "Plates: Israel",
  state: "ISR",
  origin: "The Ministry of Transport, data.gov.il (`vingate import israel`).",
  example: {
    license: "00-000-00",
    make: "וולוו",
    model: "V60",
    registration: { production_year: 2018, first_admission: "2018-03" },
  },
});

/** The registers of countries: a table and a dataset for each, so that one import replaces no other's plates. */
export const plateRegisters: readonly PlateRecords[] = [dutchPlates, danishPlates, israeliPlates];
