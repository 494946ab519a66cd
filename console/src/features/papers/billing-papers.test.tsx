import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { cells, control, facts, has, names, one, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, sent } from "../../../../test/console/dom/service.ts";
import { BillingPapers } from "./billing-papers.tsx";
import type { BillingDetails } from "./paper-queries.ts";
import { details, invoice, note } from "./paper-records.ts";

setUp();

const none = {
  company: null,
  address: null,
  postal_code: null,
  city: null,
  country: null,
  tax_id: null,
  tax_id_check: null,
  order_reference: null,
  currency: null,
  tax: null,
} as const;

async function open(shown: BillingDetails = details(), papers: readonly object[] = [note, invoice]) {
  answer("GET /papers", () => json(papers, 200, { "x-total-count": String(papers.length) }));
  answer("GET /users/{id}/billing-details", () => json(shown, 200, { etag: '"1"' }));
  await show(<BillingPapers />, { as: user() });
}

test("a customer sees its papers and what they print", async () => {
  await open();
  expect(names("heading")).toEqual(["Invoices", "Billing details"]);
  expect(sent("GET /papers")[0]!.query).toMatchObject({ account: user().id });
  expect(cells("Invoices and credit notes").map((row) => row.slice(0, 5))).toEqual([
    ["Number", "Kind", "Issued", "Month", "With tax"],
    ["2026-0002", "Credit note", "12 Nov 2026", "2026-11", "-€30.00"],
    ["2026-0001", "Invoice", "11 Nov 2026", "2026-11", "€117.81"],
  ]);
  expect(facts(one("dl"))).toEqual([
    ["Buyer", "Acme Fleet GmbH"],
    ["Address", "Hafenstraße 8, 20457 Hamburg, Germany"],
    ["VAT ID", "DE123456788. VAT 0%, reverse charge"],
    ["Order reference", "PO-7718, printed on invoices"],
    ["Invoices to", "your email"],
    ["Currency", "EUR"],
  ]);
});

test("without papers and details the page says what comes and what to do", async () => {
  await open(details(none), []);
  expect(text()).toContain("No invoices yet The first payment has one.");
  expect(text()).toContain("No billing details yet Country and VAT ID decide the tax on your invoices.");
  expect([has("button", "Download CSV"), names("button")]).toEqual([false, ["Edit details"]]);
});

test("details are saved whole, and an empty field is none", async () => {
  await open();
  answer("PUT /users/{id}/billing-details", () => json(details()));
  await press("Edit details");
  expect(control("Country").value).toBe("Germany");
  await type("Address", "Hafenstraße 9\n\nHof 2");
  await type("VAT ID", " ");
  await type("Country", "austria");
  await press("Save details");
  expect(
    sent("PUT /users/{id}/billing-details").map(({ body, headers }) => [body, headers.get("if-match")]),
  ).toEqual([
    [
      {
        company: "Acme Fleet GmbH",
        name: null,
        address: ["Hafenstraße 9", "Hof 2"],
        postal_code: "20457",
        city: "Hamburg",
        country: "AT",
        tax_id: null,
        order_reference: "PO-7718",
        invoices_to: null,
      },
      '"1"',
    ],
  ]);
  expect([toast(), has("dialog")]).toEqual(["Billing details saved", false]);
});
