import type { Accounts, BillingDetails, Paper, PaperForm, Seller, Taxes } from "./paper-queries.ts";

// Records of tests.

export const invoice: Paper = {
  id: "paper-1",
  kind: "invoice",
  number: "2026-0001",
  account_id: "ada",
  currency: "EUR",
  net_minor: 9900,
  tax_minor: 1881,
  gross_minor: 11_781,
  month: "2026-11",
  issued_at: "2026-11-11T23:00:00.000Z",
  corrects: null,
};

export const note: Paper = {
  ...invoice,
  id: "paper-2",
  kind: "credit_note",
  number: "2026-0002",
  net_minor: 2521,
  tax_minor: 479,
  gross_minor: 3000,
  issued_at: "2026-11-12T10:00:00.000Z",
  corrects: "paper-1",
};

export const forms: readonly PaperForm[] = [
  { form: "en16931_cii", missing: [] },
  {
    form: "xrechnung_cii",
    missing: [
      { term: "BT-41", of: "seller", member: "contact", text: "The seller's contact is missing." },
      { term: "BT-53", of: "buyer", member: "postal_code", text: "The buyer's postal code is missing." },
    ],
  },
  {
    form: "xrechnung_ubl",
    missing: [{ term: "BT-41", of: "seller", member: "contact", text: "The seller's contact is missing." }],
  },
  { form: "peppol", missing: [] },
];

export const seller: Seller = {
  name: "Lotdata s.r.o.",
  address: ["Dlouhá 12"],
  postal_code: "110 00",
  city: "Praha 1",
  country: "CZ",
  tax_id: "CZ12345679",
  registration: "C 98765, Praha",
  email: "billing@lotdata.example",
  contact: null,
  phone: null,
  electronic_address: null,
  iban: null,
  bic: null,
  bank_text: null,
  payment_days: 14,
};

export const taxes: Taxes = {
  rules: [{ countries: ["CZ"], with_tax_id: null, tax: { rate: 2100, category: "S", reason: "" } }],
  otherwise: { rate: 0, category: "O", reason: "Not subject to VAT." },
};

export const accounts: Accounts = {
  consultant: 29_098,
  client: 55_003,
  chart: "04",
  length: 4,
  year_start: "07-01",
  debtors: "10000",
  bank: "1800",
  card: "1460",
  fees: "4970",
  transit: "1361",
  revenue: [
    { category: "S", rate: 1900, account: "4400" },
    { category: "AE", rate: 0, account: "4336" },
  ],
};

export const details = (more: Partial<BillingDetails> = {}): BillingDetails => ({
  company: "Acme Fleet GmbH",
  name: null,
  address: ["Hafenstraße 8"],
  postal_code: "20457",
  city: "Hamburg",
  country: "DE",
  tax_id: "DE123456788",
  tax_id_check: { state: "by_form", on: null, reference: null, asked_until: null },
  order_reference: "PO-7718",
  buyer_reference: null,
  electronic_address: null,
  invoices_to: null,
  invoice_allowed: false,
  currency: "EUR",
  tax: { rate: 0, category: "AE", reason: "Reverse charge." },
  ...more,
});
