import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { forms } from "../../einvoice/forms.ts";
import { missingOf } from "../../einvoice/missing.ts";
import { einvoiceOf } from "../../einvoice/write.ts";
import type { PaperBody } from "../../paper-body.ts";
import { reverseCharge } from "../issued.ts";
import { bodyOf, credit, line } from "./bodies.ts";
import { faults, rulesFor } from "./faults.ts";
import { brokenRules, folder, judgesOf } from "./judge.ts";

const papers: Readonly<Record<string, PaperBody>> = {
  "an invoice that is due, of credits by the thousand": bodyOf({
    lines: [
      line(),
      line({ unit: "credits", unit_code: "C62", quantity: 12_345, price_minor: 990, base_quantity: 1000 }),
    ],
  }),
  "an invoice with reverse charge, paid by card": bodyOf(
    { due_date: null, payment: { at: "2026-11-12", method: "Visa ending 4242", minor: 9900 } },
    { category: "AE", rate: 0, exemption_reason: reverseCharge },
  ),
  "a credit note": bodyOf(credit),
  "an invoice of zero that is outside of VAT": bodyOf(
    { lines: [line({ price_minor: 0, unit: "piece", unit_code: "H87" })], language: "de" },
    { category: "O", rate: 0, exemption_reason: "Not subject to VAT." },
  ),
  "an invoice that takes a credit note back, in yen": bodyOf({
    currency: "JPY",
    lines: [
      line({ unit: "credits", unit_code: "C62", quantity: 12_345, price_minor: 990, base_quantity: 1000 }),
    ],
    preceding_invoice: credit.preceding_invoice,
    payment: { at: "2026-11-12", method: "Transfer", minor: 14_544 },
    due_date: null,
    seller: { ...bodyOf().seller, name: "شركة البيانات & <מידע> 🚗\u0007" },
  }),
};

test("the judges are those that were brought", () => {
  const digests: Record<string, string> = JSON.parse(readFileSync(join(folder, "digests.json"), "utf8"));
  const found = Object.keys(digests).map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex"),
  ]);
  expect(Object.fromEntries(found)).toEqual(digests);
  expect(Object.keys(digests).sort()).toEqual([
    "en16931_cii.sef.json.br",
    "en16931_ubl.sef.json.br",
    "xrechnung_cii.sef.json.br",
    "xrechnung_ubl.sef.json.br",
  ]);
});

for (const [name, body] of Object.entries(papers))
  test(`${name} breaks no rule in any form`, () => {
    for (const form of forms) {
      expect([form, missingOf(body, form)]).toEqual([form, []]);
      expect([form, brokenRules(einvoiceOf(body, form), judgesOf[form])]).toEqual([form, []]);
    }
  }, 60_000);

// The other faults are planted in the long tier.
for (const fault of faults.slice(0, 3))
  test(`the judge names ${fault.name}`, () => {
    expect(rulesFor(fault)).toContain(fault.rule);
  }, 60_000);
