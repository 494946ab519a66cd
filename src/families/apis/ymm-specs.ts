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

/** v3 has groups in `specs`; the unversioned form has the same facts as `group_member`. */
const Specifications = answer(
  "Specifications",
  texts("year", "make", "model", "trim").extend({ specs: z.record(z.string(), z.unknown()) }),
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
      response: Specifications,
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
