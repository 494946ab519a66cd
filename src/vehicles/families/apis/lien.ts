import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VinRecords } from "../record-family.ts";
import { answer, text, texts } from "../shape.ts";

export const lienRecords: VinRecords = {
  name: "lien",
  kind: "vin",
  table: "lien_record",
  heading: ["vin", "year", "make", "model"],
};

const LienLookup = answer(
  "LienLookup",
  texts("vin", "year", "make", "model").extend({
    liens: z.array(texts("lienholder", "state", "filed_at", "released_at", "status")),
    as_of: text,
  }),
);

export const lien: LookupApi = {
  id: "lien",
  displayName: "Lien lookup",
  description: "Liens recorded against a vehicle.",
  records: [lienRecords],
  families: [
    {
      noun: "Liens",
      title: "Liens",
      base: "/lien",
      tag: "Lien lookup",
      namings: ["vin"],
      from: { kind: "record", records: lienRecords },
      response: LienLookup,
      absence: "It is no proof that the title is clear.",
    },
  ],
};
