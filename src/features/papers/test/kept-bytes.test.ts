import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { PaperBody } from "../paper-body.ts";
import { renderPaper } from "../pdf/render-paper.ts";

// Customers have booked these papers: whatever is drawn otherwise since, they keep each byte.

const invoice: PaperBody = {
  format: "vingate-paper/v1",
  number: "2026-0049",
  type_code: "380",
  issue_date: "2026-11-12",
  due_date: "2026-11-26",
  currency: "EUR",
  order_reference: "PO-7718",
  period: { start: "2026-11-12", end: "2026-12-12", time_zone: "UTC" },
  preceding_invoice: null,
  // A seller of v1: members of later versions are absent.
  seller: {
    name: "Lotdata s.r.o.",
    address: ["Dlouhá 12"],
    postal_code: "110 00",
    city: "Praha 1",
    country: "CZ",
    tax_id: "CZ12345679",
    registration: "C 98765, Praha",
    email: "billing@lotdata.example",
    iban: "CZ65 0800 0000 1920 0014 5399",
    bic: "GIBACZPX",
    bank_text: "Žluťoučký kůň: převodem na účet.",
    payment_days: 14,
  } as unknown as PaperBody["seller"],
  buyer: {
    company: "Ωμέγα Ђуро Żółć GmbH",
    name: "Irène Dubois",
    address: ["Hafenstraße 8", "Ленинский проспект 1"],
    postal_code: "20457",
    city: "Hamburg",
    country: "DE",
    tax_id: "DE123456788",
    invoices_to: null,
  } as unknown as PaperBody["buyer"],
  account_id: "acme",
  subscription_id: "growth-acme",
  lines: [
    {
      id: 1,
      name: "Growth, 12 Nov to 12 Dec 2026 🚗",
      description: "15,000 credits, valid until 12 Jan 2027, subscription growth-acme",
      quantity: 1,
      unit: "month",
      unit_code: "MON",
      price_minor: 9900,
      base_quantity: 1,
      net_minor: 9900,
      vat_category: "S",
      vat_rate: 1900,
    },
  ],
  vat_breakdown: [
    { category: "S", rate: 1900, taxable_minor: 9900, tax_minor: 1881, exemption_reason: null },
  ],
  totals: {
    lines_net_minor: 9900,
    net_minor: 9900,
    tax_minor: 1881,
    gross_minor: 11_781,
    paid_minor: 0,
    due_minor: 11_781,
  },
  payment: null,
  note: null,
};
const rightToLeft: PaperBody = {
  ...invoice,
  buyer: {
    ...invoice.buyer!,
    company: "חברת רכב 12 בע״מ (Fleet)",
    name: "شركة السيارات 45 ABC",
    address: ["דרך השלום ‏7"],
  },
};
const creditNote: PaperBody = {
  ...invoice,
  number: "2026-0050",
  type_code: "381",
  due_date: null,
  preceding_invoice: { number: "2026-0049", issue_date: "2026-11-12" },
  note: "Our fault",
};

const cases = [
  [
    "an invoice with Latin, Greek and Cyrillic",
    invoice,
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
    const pdf = await renderPaper({
      body: JSON.stringify(body),
      issuedAt: Date.parse("2026-11-12T09:30:00Z"),
      publicUrl: "https://api.test",
      font: undefined,
    });
    expect(createHash("sha256").update(pdf).digest("hex")).toBe(digest);
  });
