import type { PaperBody } from "../paper-body.ts";
import { renderPaper } from "../pdf/render-paper.ts";

/** An unpaid invoice as its first version was issued. */
export const firstInvoice: PaperBody = {
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

/** The same, issued today. */
export const madeInvoice: PaperBody = {
  ...firstInvoice,
  format: "vingate-paper/v2",
  buyer_reference: null,
  language: "en",
  seller: { ...firstInvoice.seller, contact: null, phone: null, electronic_address: null },
};

/** The PDF of a body. */
export const drawBody = (body: PaperBody, font?: string): Promise<Uint8Array<ArrayBuffer>> =>
  renderPaper({
    body: JSON.stringify(body),
    issuedAt: Date.parse("2026-11-12T09:30:00Z"),
    publicUrl: "https://api.test",
    font,
  });
