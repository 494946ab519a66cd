import { z } from "zod";
import { answer, listOf, text, vehicleNames } from "../answer-schemas.ts";
import type { LookupApi } from "../family.ts";
import type { PatternRecords } from "../record-family.ts";

const fact = (meaning: string) => text.optional().describe(meaning);
const figure = (meaning: string) => z.number().optional().describe(meaning);

const facts = {
  make: fact("The make."),
  model: fact("The model, as the source names it; some name the engine after it."),
  variant: fact("The type, variant and version in the type approval."),
  category: fact("The EU's category, such as M1."),
  body: fact("The kind of body, in the source's words."),
  fuel: fact(
    "The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen.",
  ),
  drive: fact("Front-wheel drive, Rear-wheel drive or All-wheel drive."),
  engine_code: fact("The maker's code of the engine."),
  displacement_cc: figure("The displacement, cm³."),
  power_kw: figure("The power of the engine, kW."),
  doors: figure("The number of doors."),
  seats: figure("The number of seats."),
  type_approval: fact("The number of the EU's type approval."),
};

/** A type of vehicle: what is unknown is absent. */
export const VehicleType = z.object({
  ...facts,
  first_used: figure("The first year in which one of its vehicles was taken into use."),
  last_used: figure("The last such year."),
  vehicles: figure("The number of its vehicles; absent if the source does not count them."),
});
export type VehicleType = z.infer<typeof VehicleType>;
/** What the types that a VIN matches can have in common. */
export const typeFacts = Object.keys(facts) as readonly (keyof typeof facts)[];

/** The types that Switzerland approved since 1995. */
export const swissTypes: PatternRecords = {
  name: "types-che",
  label: "Types: Switzerland",
  kind: "pattern",
  table: "types_che",
  country: "CHE",
  record: VehicleType,
  origin: "ASTRA, type approvals (`vingate import astra`).",
  example: {
    pattern: "5J6RW2H5.........",
    id: "DEMO01",
    make: "HONDA",
    model: "CR-V 1.5",
    fuel: "Gasoline",
    drive: "All-wheel drive",
    displacement_cc: 1498,
  },
};

/** The vehicles in use in Finland, counted by the first ten characters of their VINs. */
export const finnishTypes: PatternRecords = {
  name: "types-fin",
  label: "Types: Finland",
  kind: "pattern",
  table: "types_fin",
  country: "FIN",
  record: VehicleType,
  origin: "Traficom, open data of vehicles (`vingate import traficom`).",
  example: {
    pattern: "YV1FW00D0J",
    id: "1",
    make: "Volvo",
    model: "V60",
    fuel: "Diesel",
    power_kw: 140,
    first_used: 2018,
    last_used: 2018,
    vehicles: 12,
  },
  demo: "none",
};

/** The sources of types, in the order of answers. */
export const typeRecords: readonly PatternRecords[] = [swissTypes, finnishTypes];

/** The types that a VIN matches in one source. */
const VehicleTypeSource = z
  .object({
    source: text.describe("The dataset's name."),
    version: text.describe("The dataset's version, a day for most sources."),
    imported_on: text.describe("The day of its import, YYYY-MM-DD."),
    publisher: text.describe("Who publishes it."),
    country: text.describe("The country whose vehicles it lists: ISO 3166-1, three letters."),
    candidate_count: z.int().describe("The number of different types that the VIN matches."),
    facts: z
      .object(facts)
      .describe(
        "What all candidates have in common; `model` is the words that the names of all begin with. What differs is absent.",
      ),
    candidates: listOf(
      "The types, those of most vehicles first, at most 50. Each is possible; none is proven.",
      VehicleType.extend({
        approvals: z
          .int()
          .optional()
          .describe("The number of approvals that say the same, if the source does not count vehicles."),
      }),
    ),
  })
  .meta({ id: "VehicleTypeSource" });

export const typeSources = listOf(
  "Each source with types that the VIN matches. Sources are not merged.",
  VehicleTypeSource,
);

const VehicleTypes = answer("VehicleTypes", vehicleNames("vin").extend({ sources: typeSources }));

export const vehicleTypes: LookupApi = {
  id: "vehicle-types",
  displayName: "Vehicle types",
  description: "The types that European registers have for vehicles with such a VIN.",
  group: "Identify",
  extension: true,
  records: typeRecords,
  families: [
    {
      noun: "VehicleTypes",
      title: "Vehicle types",
      description:
        "Candidates of makes, models and engines from type approvals and registers, by patterns of VINs. They are never merged into a decode.",
      base: "/vehicle-types",
      tag: "Vehicle types",
      namings: ["vin"],
      from: { kind: "types", records: typeRecords },
      response: VehicleTypes,
      absence: "Registers list the vehicles of their country alone.",
    },
  ],
};
