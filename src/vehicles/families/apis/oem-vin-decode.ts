import { z } from "zod";
import { decided, decodeGroups, derivedFields, explanation, vinPositions } from "../decode-groups.ts";
import type { LookupApi } from "../family.ts";
import type { VinRecords } from "../record-family.ts";
import { answer, text } from "../shape.ts";

export const buildSheets: VinRecords = {
  name: "build-sheet",
  kind: "vin",
  table: "build_sheet",
  heading: [],
};

/**
 * The basic groups, then every element with the pattern that decided it, every position explained, and the
 * build sheet as it was imported, absent where there is none.
 */
export const OemVinDecode = answer(
  "OemVinDecode",
  z.object({
    ...decodeGroups,
    derived: derivedFields,
    error_codes: z.union([z.array(z.int()), z.literal("unknown")]),
    descriptor: text,
    elements: z.array(
      z.object({
        element_id: z.int(),
        name: text,
        code: text,
        group: text,
        value: text,
        decided_by: decided,
        pattern_id: z.int().nullable(),
        key: text,
      }),
    ),
    positions: vinPositions,
    explanation: explanation.optional(),
    build_sheet: z.looseObject({}).optional(),
  }),
);

export const oemVinDecode: LookupApi = {
  id: "oem-vin-decode",
  displayName: "OEM VIN decode",
  description: "What the manufacturer registered for a VIN.",
  records: [buildSheets],
  families: [
    {
      noun: "OemVinDecode",
      title: "Full decode",
      description:
        "Every element that vPIC holds, with the pattern that decided it, every position of the VIN explained, and the build sheet where one has been imported.",
      base: "/oem-vin-decode",
      tag: "OEM VIN decode",
      namings: ["vin"],
      from: { kind: "decoder", answer: "oem" },
      response: OemVinDecode,
    },
  ],
};
