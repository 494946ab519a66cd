import { z } from "zod";
import type { LookupApi, SelectorStep } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { answer, texts } from "../shape.ts";

export const specificationRecords: VehicleRecords = {
  name: "ymm-specs",
  kind: "vehicle",
  table: "specification_record",
  levels: ["make", "model", "trim", "sub_trim"],
  required: 3,
  heading: ["year", "make", "model", "trim"],
  flat: true,
};

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const members = z.record(z.string(), value);
const heading = texts("year", "make", "model", "trim");

/** v3 has groups in `specs`, such as `{"engine":{"cylinders":"4"}}`. */
const GroupedSpecifications = answer(
  "GroupedSpecifications",
  heading.extend({
    specs: z
      // Either, not any: contract testers take `anyOf` with an object to name all members of that object.
      .record(z.string(), z.xor([members, value]))
      .describe("The specifications by group; one that belongs to no group stands beside them."),
  }),
);

/** The unversioned form has the same facts as `group_member`: `{"engine_cylinders":"4"}`. */
const Specifications = answer(
  "Specifications",
  heading.extend({ specs: members.describe("The specifications, their names made of group and member.") }),
);

const steps: readonly SelectorStep[] = ["year", "make", "model", "trim"];

export const ymmSpecs: LookupApi = {
  id: "ymm-specs",
  displayName: "Vehicle specifications",
  description: "Specifications by year, make, model and trim.",
  records: [specificationRecords],
  families: [
    {
      noun: "SpecificationsV3",
      title: "Grouped specifications",
      base: "/ymm-specs/v3",
      tag: "Specifications v3",
      namings: ["ymmt", "extra-trim"],
      selector: { base: "/ymm-specs/options/v3", tag: "Specifications v3 options", steps },
      from: { kind: "record", records: specificationRecords },
      response: GroupedSpecifications,
    },
    {
      noun: "Specifications",
      title: "Flat specifications",
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
