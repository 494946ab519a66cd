import { z } from "zod";
import { asListed, listOf, recordAnswer, text, texts } from "../answer-schemas.ts";
import { exampleNames, exampleVin } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VinRecords } from "../record-family.ts";

export const lienRecords: VinRecords = {
  name: "lien",
  label: "Liens",
  kind: "vin",
  table: "lien_record",
  heading: ["vin", "year", "make", "model"],
  record: z.object({
    liens: listOf(
      "The liens on record; a VIN without any may still have one.",
      texts({
        lienholder: "The lienholder.",
        state: "The state, two letters.",
        filed_at: "The day on which the lien was filed, YYYY-MM-DD.",
        released_at: "The day on which it was released, YYYY-MM-DD; empty before.",
        status: "`active`, `released`, or the register's own word.",
      }),
    ),
    as_of: text.describe("The last day that the data cover, YYYY-MM-DD."),
    ...asListed,
  }),
  origin:
    "States' title and lien registers and electronic lien and title (ELT) providers; UCC filings of states.",
  example: {
    vin: exampleVin,
    ...exampleNames,
    liens: [
      {
        lienholder: "Example Bank",
        state: "CA",
        filed_at: "2024-03-01",
        released_at: "",
        status: "active",
      },
    ],
    as_of: "2026-11-01",
  },
};

export const lien: LookupApi = {
  id: "lien",
  displayName: "Lien lookup",
  description: "Liens recorded against a vehicle.",
  group: "History",
  records: [lienRecords],
  families: [
    {
      noun: "Liens",
      title: "Liens",
      base: "/lien",
      tag: "Lien lookup",
      namings: ["vin"],
      from: { kind: "record", records: lienRecords },
      response: recordAnswer("LienLookup", lienRecords),
      absence: "This does not prove that the title is clear.",
    },
  ],
};
