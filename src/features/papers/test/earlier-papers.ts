import type { Letterhead } from "../../../running/brand.ts";
import type { DrawnPaper } from "../pdf/render-paper.ts";

// Papers as versions before e-invoices issued them. Their JSON and their PDF never change.

const seller = {
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
  bank_text: "Please name the number.",
  payment_days: 14,
};

/** An invoice in euros that is due. */
const invoice = {
  format: "vingate-paper/v1",
  number: "2026-0001",
  type_code: "380",
  issue_date: "2026-11-11",
  due_date: "2026-11-25",
  currency: "EUR",
  order_reference: "PO-7718",
  period: { start: "2026-11-12", end: "2026-12-12", time_zone: "UTC" },
  preceding_invoice: null,
  seller,
  buyer: {
    company: "Acme Fleet GmbH",
    name: "Irène Dubois",
    address: ["Hafenstraße 8"],
    postal_code: "20457",
    city: "Hamburg",
    country: "DE",
    tax_id: "DE123456788",
    invoices_to: null,
    tax_id_check: { state: "valid", on: "2026-11-10", reference: "WAPIAAA" },
  },
  account_id: "acme",
  subscription_id: "growth-acme",
  lines: [
    {
      id: 1,
      name: "Growth, 12 Nov to 12 Dec 2026",
      description: "15,000 credits, valid until 12 Jan 2027, subscription growth-acme",
      quantity: 1,
      unit: "month",
      unit_code: "MON",
      price_minor: 9900,
      base_quantity: 1,
      net_minor: 9900,
      vat_category: "AE",
      vat_rate: 0,
    },
    {
      id: 2,
      name: "Beyond credits, 12 Oct to 12 Nov 2026",
      description: "€8.00 per 1,000 credits",
      quantity: 1250,
      unit: "credits",
      unit_code: "C62",
      price_minor: 800,
      base_quantity: 1000,
      net_minor: 1000,
      vat_category: "AE",
      vat_rate: 0,
    },
  ],
  vat_breakdown: [
    {
      category: "AE",
      rate: 0,
      taxable_minor: 10_900,
      tax_minor: 0,
      exemption_reason: "Reverse charge: the recipient owes the VAT (Article 196, Directive 2006/112/EC).",
    },
  ],
  totals: {
    lines_net_minor: 10_900,
    net_minor: 10_900,
    tax_minor: 0,
    gross_minor: 10_900,
    paid_minor: 0,
    due_minor: 10_900,
  },
  payment: null,
  note: null,
};

const note = {
  ...invoice,
  number: "2026-0002",
  type_code: "381",
  issue_date: "2026-11-12",
  due_date: null,
  preceding_invoice: { number: invoice.number, issue_date: invoice.issue_date },
  lines: [
    {
      ...invoice.lines[0]!,
      name: "Credit for invoice 2026-0001",
      description: "Requested by customer",
      unit: "piece",
      unit_code: "H87",
      price_minor: 900,
      net_minor: 900,
    },
  ],
  vat_breakdown: [{ ...invoice.vat_breakdown[0]!, taxable_minor: 900 }],
  totals: {
    lines_net_minor: 900,
    net_minor: 900,
    tax_minor: 0,
    gross_minor: 900,
    paid_minor: 0,
    due_minor: 900,
  },
  note: "Requested by customer",
};

/** A paid paper of a buyer whose ID is none. */
const paid = {
  ...invoice,
  number: "2026-0003",
  due_date: null,
  buyer: { ...invoice.buyer, tax_id_check: undefined },
  totals: { ...invoice.totals, paid_minor: 10_900, due_minor: 0 },
  payment: { at: "2026-11-11", method: "Visa ending 4242", minor: 10_900 },
};

const issuedAt = Date.parse("2026-11-11T23:00:00Z");
const drawn = (body: object, letterhead?: Letterhead): DrawnPaper => ({
  body: JSON.stringify(body),
  issuedAt,
  publicUrl: "https://api.test",
  font: undefined,
  letterhead,
});

/** A PNG of 12 by 3 pixels. */
const logo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAwAAAADCAYAAACnI+4yAAAAEklEQVR4nGNgS21vIAUz0FwDANWRNAlYIs6kAAAAAElFTkSuQmCC",
  "base64",
);

const letterhead: Letterhead = {
  name: "Lotdata",
  logo: new Uint8Array(logo),
  contact: "help@lotdata.example, +420 222 333 444",
};

export const earlierPapers = {
  invoice: drawn(invoice),
  paid: drawn(paid),
  "credit note": drawn(note),
  "with a letterhead": drawn(invoice, letterhead),
  "without its buyer": drawn({ ...invoice, buyer: null, order_reference: null }),
} as const;
