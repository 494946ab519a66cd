import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { PaperBody } from "../paper-body.ts";
import { drawBody, firstInvoice } from "./made-body.ts";

// Customers have booked these papers: they keep each byte when drawing changes.

const rightToLeft: PaperBody = {
  ...firstInvoice,
  buyer: {
    ...firstInvoice.buyer!,
    company: "חברת רכב 12 בע״מ (Fleet)",
    name: "شركة السيارات 45 ABC",
    address: ["דרך השלום ‏7"],
  },
};
const creditNote: PaperBody = {
  ...firstInvoice,
  number: "2026-0050",
  type_code: "381",
  due_date: null,
  preceding_invoice: { number: "2026-0049", issue_date: "2026-11-12" },
  note: "Our fault",
};

const cases = [
  [
    "an invoice with Latin, Greek and Cyrillic",
    firstInvoice,
    "38b823ea8719d8c50042e43a1484689c5818a0722012d2b055277af644f52f1a",
  ],
  [
    "an invoice with Hebrew and Arabic",
    rightToLeft,
    "ed504ddc118e05653bac40c76a227aa78199b4dd8e82bf870a3b85c1c720f7b4",
  ],
  ["a credit note", creditNote, "ee37dccb5aa52ae77f24a65f3de6c75bf936e28f1404ee122df1ee87ba616c65"],
] as const;

for (const [name, body, digest] of cases)
  test(`${name} of v1 keeps its bytes`, async () => {
    const pdf = await drawBody(body);
    expect(createHash("sha256").update(pdf).digest("hex")).toBe(digest);
  });
