import { expect, test } from "bun:test";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { renderPaper } from "../pdf/render-paper.ts";
import { seller } from "./issued.ts";

const body = (check: object | undefined) => ({
  format: "vingate-paper/v1",
  number: "2026-0001",
  type_code: "380",
  issue_date: "2026-11-12",
  due_date: null,
  currency: "EUR",
  order_reference: null,
  period: { start: "2026-11-12", end: null, time_zone: "UTC" },
  preceding_invoice: null,
  seller: { ...seller, bank_text: null, payment_days: 14 },
  buyer: {
    company: "Acme Fleet GmbH",
    name: null,
    address: [],
    postal_code: null,
    city: null,
    country: "DE",
    tax_id: "DE123456788",
    invoices_to: null,
    ...(check && { tax_id_check: check }),
  },
  account_id: "acme",
  subscription_id: null,
  lines: [],
  vat_breakdown: [
    { category: "AE", rate: 0, taxable_minor: 0, tax_minor: 0, exemption_reason: "Reverse charge." },
  ],
  totals: { lines_net_minor: 0, net_minor: 0, tax_minor: 0, gross_minor: 0, paid_minor: 0, due_minor: 0 },
  payment: null,
  note: null,
});

const on = "2026-11-12";

test.each([
  [
    { state: "valid", on, reference: "WAPIX" },
    "Confirmed by VIES on 12 Nov 2026, consultation number WAPIX.",
  ],
  [
    { state: "invalid", on, reference: null },
    "Not valid by VIES on 12 Nov 2026: VAT is charged as without it.",
  ],
  [{ state: "unconfirmed", on, reference: null }, "Not confirmed: VIES did not answer on 12 Nov 2026."],
  [{ state: "accepted", on, reference: null }, "The seller accepted it on 12 Nov 2026."],
  [{ state: "refused", on, reference: null }, "VAT is charged as without it since 12 Nov 2026."],
  [undefined, "VAT ID DE123456788 Account acme"],
])("a paper prints what VIES said: %p", async (check, words) => {
  const issuedAt = Date.parse("2026-11-12T10:00:00Z");
  const drawn = {
    body: JSON.stringify(body(check)),
    issuedAt,
    publicUrl: "https://api.example.com",
    font: undefined,
  };
  const { pages } = readPdf(await renderPaper(drawn));
  expect(pages[0]!.join(" ").replace(/\s+/g, " ")).toContain(words);
});
