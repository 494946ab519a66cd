import { dayMs, hourMs } from "../../src/base/durations.ts";
import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";

const acme = () => ({ id: "acme" });
const firstPage = () => ({ page: 1, page_size: 2 });

const seller = {
  name: "Lotdata s.r.o.",
  address: ["Dlouhá 12"],
  postal_code: "110 00",
  city: "Praha 1",
  country: "CZ",
  tax_id: "CZ12345679",
  email: "billing@lotdata.example",
  contact: "Accounts",
  phone: "+420 222 333 444",
  electronic_address: { scheme: "9929", id: "CZ12345679" },
  iban: "CZ65 0800 0000 1920 0014 5399",
  bic: "GIBACZPX",
  registration: "C 98765, Praha",
  bank_text: null,
  payment_days: 14,
};

const reverseCharge = "Reverse charge: the recipient owes the VAT (Article 196, Directive 2006/112/EC).";

const taxes = {
  rules: [
    { countries: ["CZ"], with_tax_id: null, tax: { rate: 2100, category: "S", reason: "" } },
    { countries: ["DE"], with_tax_id: true, tax: { rate: 0, category: "AE", reason: reverseCharge } },
    { countries: ["DE"], with_tax_id: false, tax: { rate: 1900, category: "S", reason: "" } },
  ],
  otherwise: { rate: 0, category: "O", reason: "Not subject to VAT." },
};

const accounts = {
  consultant: 29_098,
  client: 55_003,
  chart: "03",
  length: 4,
  year_start: "01-01",
  debtors: "10000",
  bank: "1200",
  card: "1360",
  revenue: [
    { category: "S", rate: 1900, account: "8400" },
    { category: "AE", rate: 0, account: "8336" },
  ],
};

const brand = {
  name: "Lotdata",
  accent: { light: "#0b5d4e", dark: "#5fd4bb" },
  contact: { email: "help@lotdata.example", phone: "+420 222 333 444", url: "https://lotdata.example/help" },
  links: [{ label: "Privacy", url: "https://lotdata.example/privacy" }],
  time_zone: "Europe/Prague",
};

const details = {
  company: "Acme Fleet GmbH",
  address: ["Hafenstraße 8"],
  postal_code: "20457",
  city: "Hamburg",
  country: "DE",
  tax_id: "DE123456788",
  order_reference: "PO-7718",
  buyer_reference: "04011000-12345-03",
  electronic_address: { scheme: "0204", id: "04011000-12345-03" },
};

/** What papers print, and terms with an acceptance. */
export const paperCalls = [
  { operation: "putSeller", json: () => seller },
  { operation: "getSeller" },
  { operation: "putTaxes", json: () => taxes },
  { operation: "getTaxes" },
  { operation: "putBookkeepingAccounts", json: () => accounts },
  { operation: "getBookkeepingAccounts" },
  { operation: "listMissingLetters", query: () => ({ text: "Acme 株式会社" }) },
  { operation: "getRevenue", query: () => ({ from: "2026-10", to: "2026-11" }) },
  { operation: "putBillingDetails", params: acme, json: () => details },
  { operation: "getBillingDetails", params: acme },
  { operation: "listPapers", query: firstPage },
  {
    operation: "listTaxIds",
    query: firstPage,
    prepare: async ({ database, clock }: Context) => {
      const [since, last] = [clock() - 30 * dayMs, clock() - hourMs];
      await database.run(sql`
        insert into tax_id_check (account_id, country, tax_id, state, since, attempts, asked_at)
        values ('acme', 'DE', 'DE123456788', 'unconfirmed', ${since}, 126, ${last})`);
    },
  },
  {
    operation: "decideTaxId",
    params: acme,
    json: () => ({ decision: "accept", tax_id: "DE123456788" }),
  },
  {
    operation: "publishTerms",
    params: () => ({ kind: "terms" }),
    json: () => ({ title: "Terms of service", text: "# Terms of service" }),
  },
  { operation: "listTerms", as: "nobody" },
  { operation: "putBrand", json: () => brand },
  { operation: "getBrand", as: "nobody" },
  { operation: "getTerms", as: "nobody", params: () => ({ kind: "terms", version: "1" }) },
  { operation: "listOpenTerms", as: "user" },
  { operation: "acceptTerms", as: "user", json: () => ({ kind: "terms", version: 1 }) },
  { operation: "listAcceptances", params: acme },
  // Once the seller is entered, and so something is sold.
  { operation: "getPricing", as: "nobody" },
] as const;
