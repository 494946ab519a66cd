import { expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { cells, has, messageOf, names, text } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { invoice, note, seller, taxes } from "./paper-records.ts";
import { Papers } from "./papers.tsx";

setUp();

async function open(at = "/papers", papers: readonly object[] = [note, invoice]) {
  answer("GET /papers", () => json(papers, 200, { "x-total-count": String(papers.length) }));
  respond("get", "/papers/seller", seller);
  respond("get", "/papers/taxes", taxes);
  respond("get", "/users/", [user({ id: "ada", first_name: "Ada", last_name: "Byron" })]);
  await show(<Papers />, { as: operator(), at });
}

test("papers are listed with their customers, and the sum of a credit note below zero", async () => {
  await open();
  expect(names("heading")).toEqual(["Papers", "Seller", "Taxes"]);
  expect(cells("Papers").map((row) => row.slice(0, 6))).toEqual([
    ["Number", "Kind", "Customer", "Issued", "Month", "With tax"],
    ["2026-0002", "Credit note", "Ada Byron", "12 Nov 2026", "2026-11", "-€30.00"],
    ["2026-0001", "Invoice", "Ada Byron", "11 Nov 2026", "2026-11", "€117.81"],
  ]);
});

test("a month, an account and a kind narrow the list", async () => {
  await open();
  await type("Month or account", "2026-11");
  await press("Search");
  await choose("Kind", "invoice");
  expect(address()).toBe("/papers?text=2026-11&kind=invoice");
  expect(sent("GET /papers").at(-1)!.query).toMatchObject({ month: "2026-11", kind: "invoice" });
  await type("Month or account", "ada");
  await press("Search");
  expect(sent("GET /papers").at(-1)!.query).toMatchObject({ account: "ada", kind: "invoice" });
});

test("without papers the page says when there is one", async () => {
  await open("/papers", []);
  expect(text()).toContain("No papers Each payment has an invoice.");
});

test("the seller is saved as it is typed, and faults are at their fields", async () => {
  await open();
  answer("PUT /papers/seller", () => json(seller));
  await type("Legal name", "Another");
  await type("Registration", "");
  await type("Country", "at");
  await press("Save seller");
  expect(sent("PUT /papers/seller").map(({ body }) => body)).toEqual([
    { ...seller, name: "Another", registration: null, country: "AT" },
  ]);
  expect(toast()).toBe("Seller saved");
  refuse("PUT /papers/seller", 422, [{ loc: ["body", "tax_id"], msg: "Is no tax ID of the country." }]);
  await press("Save seller");
  expect([messageOf("VAT ID"), has("alert")]).toEqual(["Is no tax ID of the country.", false]);
});

test("rules of tax are added, changed and removed", async () => {
  await open();
  answer("PUT /papers/taxes", () => json(taxes));
  await press("Remove rule 1");
  await press("Save taxes");
  expect(sent("PUT /papers/taxes").at(-1)!.body).toEqual({ rules: [], otherwise: taxes.otherwise });
  await press("Add rule");
  await type("Countries", "at, fr");
  await choose("Buyers", "false");
  expect(names("group")).toEqual(["Rule 1", "All other buyers"]);
});

test("a rate that is no percentage is not sent", async () => {
  await open("/papers");
  await press("Remove rule 1");
  await type("Rate (%)", "19,5");
  expect(messageOf("Rate (%)")).toBe("Enter a percentage, such as 19 or 5.5.");
  await press("Save taxes");
  expect(sent("PUT /papers/taxes")).toEqual([]);
});
