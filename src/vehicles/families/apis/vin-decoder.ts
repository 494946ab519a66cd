import { z } from "zod";
import { answer } from "../answer-schemas.ts";
import { decodeGroups, derivedFields, explanation } from "../decode-groups.ts";
import type { LookupApi } from "../family.ts";

const VinDecode = answer(
  "VinDecode",
  z.object({ ...decodeGroups, derived: derivedFields, explanation: explanation.optional() }),
);

export const vinDecoder: LookupApi = {
  id: "vin-decoder",
  displayName: "Basic VIN decoder",
  description: "Make, model, year and more, decoded from a VIN.",
  group: "Identify",
  families: [
    {
      noun: "VinDecode",
      title: "Basic decode",
      description:
        "Make, model, year and other facts that the manufacturer registered with NHTSA. A wrong check digit adds a warning.",
      base: "/vin-decoder",
      tag: "Basic VIN decoder",
      namings: ["vin"],
      from: { kind: "decoder", answer: "basic" },
      response: VinDecode,
    },
  ],
};
