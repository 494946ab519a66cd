import { z } from "zod";
import { answer, listOf, text } from "../answer-schemas.ts";
import {
  decided,
  decodeGroups,
  derivedFields,
  elementMembers,
  explanation,
  vinPositions,
} from "../decode-groups.ts";
import { exampleVin } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VinRecords } from "../record-family.ts";
import { typeSources } from "./vehicle-types.ts";

export const buildSheets: VinRecords = {
  name: "build-sheet",
  label: "Build sheets",
  kind: "vin",
  table: "build_sheet",
  heading: [],
  record: z.looseObject({}),
  origin: "Manufacturers' build data, under contract; your own inspections.",
  example: {
    vin: exampleVin,
    built_on: "2018-02-11",
    exterior_color: "Crystal Black",
    paint_code: "NH731P",
  },
};

/**
 * The basic groups, then every element with the pattern that decided it, every position explained, and the
 * build sheet as it was imported.
 */
export const OemVinDecode = answer(
  "OemVinDecode",
  z.object({
    ...decodeGroups,
    derived: derivedFields,
    error_codes: z
      .union([z.array(z.int()), z.literal("unknown")])
      .describe("The error codes that vPIC gives the VIN."),
    descriptor: text.describe(
      "The part of the VIN that patterns describe: positions 4 to 8 and 10 to 17, without the serial number.",
    ),
    elements: listOf(
      "Every element of vPIC that the VIN decides.",
      z.object({
        element_id: elementMembers.element_id,
        name: elementMembers.name,
        code: elementMembers.code,
        group: text.describe("The group of the element."),
        value: elementMembers.value,
        decided_by: decided,
        pattern_id: elementMembers.pattern_id,
        key: elementMembers.key,
      }),
    ),
    positions: vinPositions,
    explanation: explanation.optional(),
    build_sheet: z
      .looseObject({})
      .optional()
      .describe("The maker's own record of the vehicle; absent if none was imported."),
    vehicle_types: typeSources
      .optional()
      .describe(
        "What registers of other countries have for such a VIN, as in /vehicle-types; only where vPIC has no model.",
      ),
  }),
);

export const oemVinDecode: LookupApi = {
  id: "oem-vin-decode",
  displayName: "OEM VIN decode",
  description: "What the manufacturer registered for a VIN.",
  group: "Identify",
  records: [buildSheets],
  families: [
    {
      noun: "OemVinDecode",
      title: "Full decode",
      description:
        "Every element of vPIC with the pattern that decided it, every position of the VIN explained, and the build sheet if one was imported.",
      base: "/oem-vin-decode",
      tag: "OEM VIN decode",
      namings: ["vin"],
      from: { kind: "decoder", answer: "oem" },
      response: OemVinDecode,
    },
  ],
};
