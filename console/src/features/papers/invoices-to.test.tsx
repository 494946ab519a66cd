import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { control, facts, has, messageOf, names, one, text } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, sent } from "../../../../test/console/dom/service.ts";
import { paperRows } from "./billing-rows.tsx";
import { InvoicesTo } from "./invoices-to.tsx";
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

async function open(shown: BillingDetails = details()) {
  answer("GET /users/{id}/billing-details", () => json(shown, 200, { etag: '"1"' }));
  await show(<InvoicesTo />, { as: user() });
}

test("a customer sees what its papers print", async () => {
  await open();
  expect(names("heading")).toEqual(["Invoices to"]);
  expect(facts(one("dl"))).toEqual([
    ["Company", "Acme Fleet GmbH"],
    ["Address", "Hafenstraße 8, 20457 Hamburg, Germany"],
    ["VAT ID", "DE123456788. VAT 0%, reverse charge"],
    ["Your reference", "PO-7718, printed on invoices"],
    ["Mail", "your email"],
    ["Currency", "EUR"],
  ]);
});

test("reference and electronic address of e-invoices are shown and entered where the country has them", async () => {
  const electronic_address = { scheme: "0198", id: "DK12345678" };
  await open(details({ buyer_reference: "04011000-12345-03", electronic_address }));
  expect(facts(one("dl")).slice(4, 6)).toEqual([
    ["Buyer reference", "04011000-12345-03"],
    ["Electronic address", "DK12345678, 0198"],
  ]);
  answer("PUT /users/{id}/billing-details", () => json(details()));
  await press("Edit");
  // A scheme that is entered by the API stays.
  expect(control("Kind of electronic address").value).toBe("0198");
  await type("Country", "United States");
  await type("Buyer reference", "");
  await type("Electronic address", "");
  await press("Save details");
  expect(sent("PUT /users/{id}/billing-details").map(({ body }) => body)).toMatchObject([
    { country: "US", buyer_reference: null, electronic_address: null },
  ]);
});

test("a buyer of another country is not asked for what e-invoices need", async () => {
  await open(details({ country: "US", tax_id: null }));
  await press("Edit");
  const asked = () => names("textbox").filter((name) => /reference|Electronic/.test(name));
  expect(asked()).toEqual(["Order reference"]);
  await type("Country", "France");
  expect(asked()).toEqual(["Order reference", "Buyer reference", "Electronic address"]);
  expect(control("Kind of electronic address").value).toBe("0225");
});

test("papers are rows of billing with their files; a credit note is below zero", async () => {
  answer("GET /papers", () => json([note, invoice], 200, { "x-total-count": "2" }));
  const { rows, total } = await paperRows(user().id, 20);
  expect(sent("GET /papers")[0]!.query).toEqual({ account: user().id, page: "1", page_size: "20" });
  expect([total, rows.map(({ actions: _, ...row }) => row)]).toEqual([
    2,
    [
      {
        ids: ["paper-2"],
        at: note.issued_at,
        month: "2026-11",
        number: "2026-0002",
        what: "Credit note",
        amount: "-€30.00",
        state: "Issued on 12 Nov 2026",
      },
      {
        ids: ["paper-1"],
        at: invoice.issued_at,
        month: "2026-11",
        number: "2026-0001",
        what: "Invoice",
        amount: "€117.81",
        state: "Issued on 11 Nov 2026",
      },
    ],
  ]);
  await show(<p>{rows[0]!.actions}</p>, { as: user() });
  expect(names("button")).toEqual(["PDF of 2026-0002", "E-invoice of 2026-0002"]);
});

test("without details the section says what to do", async () => {
  await open(details(none));
  expect(text()).toContain("No billing details yet Country and VAT ID decide the tax on your invoices.");
  expect(names("button")).toEqual(["Edit"]);
});

test("letters that no font has are named at their fields", async () => {
  await open();
  answer("PUT /users/{id}/billing-details", () => json(details()));
  answer("GET /papers/letters", ({ query }) => json({ missing: [...String(query.text)] }));
  await press("Edit");
  await type("Company", "漢字");
  await type("Address", "東京");
  await elapse(400);
  const warning = (label: string, letters: string) =>
    `Invoices show boxes in “${label}”: no font has ${letters}. Use other letters, or ask the operator for a font that has them.`;
  expect(messageOf("Company")).toBe(warning("Company", "字 漢"));
  expect(messageOf("Address")).toEndWith(warning("Address", "京 東"));
  await press("Save details");
  expect(sent("PUT /users/{id}/billing-details").map(({ body }) => body)).toMatchObject([
    { company: "漢字", address: ["東京"] },
  ]);
});

test("details are saved whole, and an empty field is none", async () => {
  await open();
  answer("PUT /users/{id}/billing-details", () => json(details()));
  await press("Edit");
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
        buyer_reference: null,
        electronic_address: null,
        invoices_to: null,
      },
      '"1"',
    ],
  ]);
  expect([toast(), has("dialog")]).toEqual(["Billing details saved", false]);
});
