import { z } from "zod";
import { answer, recordAnswer, vehicleNames } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi, SelectorStep } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const members = z.record(z.string(), value);

/** v3 has groups in `specs`, such as `{"engine":{"cylinders":"4"}}`. */
export const specificationRecords: VehicleRecords = {
  name: "ymm-specs",
  label: "Specifications",
  kind: "vehicle",
  table: "specification_record",
  levels: ["make", "model", "trim", "sub_trim"],
  required: 3,
  heading: ["year", "make", "model", "trim"],
  flat: true,
  record: z.object({
    specs: z
      // Either, not any: contract testers take `anyOf` with an object to name all members of that object.
      .record(z.string(), z.xor([members, value]))
      .describe(
        "The specifications by group; those without a group are next to the groups. `displacement_l` is in liters, `mpg` per US gallon, `msrp` in US dollars.",
      ),
  }),
  origin: "`vingate import epa` for fuel economy data; specifications by trim from licensed data providers.",
  example: {
    ...exampleNames,
    trim: "EX",
    sub_trim: "AWD",
    facts: { series: "EX", displacement_l: 1.5, cylinders: 4 },
    specs: {
      engine: { displacement_l: "1.5", cylinders: "4" },
      mpg: { city: "27", highway: "33", combined: "29" },
      drive: { type: "AWD" },
      msrp: "27150",
    },
  },
};

/** The unversioned form has the same facts as `group_member`: `{"engine_cylinders":"4"}`. */
const Specifications = answer(
  "Specifications",
  vehicleNames("year", "make", "model", "trim").extend({
    specs: members.describe("The specifications; a name is a group and a member."),
  }),
);

const steps: readonly SelectorStep[] = ["year", "make", "model", "trim"];

export const ymmSpecs: LookupApi = {
  id: "ymm-specs",
  displayName: "Vehicle specifications",
  description: "Specifications by year, make, model and trim.",
  group: "Parts",
  records: [specificationRecords],
  families: [
    {
      noun: "SpecificationsV3",
      title: "Grouped specifications",
      description: "Specifications in groups.",
      base: "/ymm-specs/v3",
      tag: "Specifications v3",
      namings: ["ymmt", "extra-trim"],
      selector: { base: "/ymm-specs/options/v3", tag: "Specifications v3 options", steps },
      from: { kind: "record", records: specificationRecords },
      response: recordAnswer("GroupedSpecifications", specificationRecords),
    },
    {
      noun: "Specifications",
      title: "Flat specifications",
      description: "Specifications as one flat object.",
      base: "/ymm-specs",
      tag: "Specifications (unversioned)",
      namings: ["ymmt", "extra-trim"],
      from: { kind: "record", records: specificationRecords, body: "flat" },
      response: Specifications,
    },
    {
      noun: "SpecificationsV2",
      title: "Specifications",
      base: "/ymm-specs/v2",
      tag: "Specifications v2",
      namings: [],
      selector: { base: "/ymm-specs/options/v2", tag: "Specifications v2 options", steps },
      from: { kind: "record", records: specificationRecords },
    },
  ],
};
