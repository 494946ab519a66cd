import { expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { cells, messageOf, names } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import { taxes } from "./paper-records.ts";
import { taxesLine } from "./settings-lines.ts";
import { TaxesPage } from "./taxes-page.tsx";

setUp();

async function open() {
  respond("get", "/papers/taxes", taxes);
  respond("get", "/users/", [user({ id: "ada", first_name: "Ada", last_name: "Byron" })]);
  await show(<TaxesPage />, { as: operator(), at: "/settings/taxes" });
}

const none = () => answer("GET /papers/tax-ids", () => json([], 200, { "x-total-count": "0" }));

test("rules of tax are added, changed and removed", async () => {
  none();
  await open();
  answer("PUT /papers/taxes", () => json(taxes));
  await type("Add a country", "France");
  await type("Add a country", "Germany");
  await press("Remove France");
  await press("Save taxes");
  expect(sent("PUT /papers/taxes").at(-1)!.body).toEqual({
    ...taxes,
    rules: [{ ...taxes.rules![0], countries: ["CZ", "DE"] }],
  });
  await press("Remove rule 1");
  await press("Save taxes");
  expect(sent("PUT /papers/taxes").at(-1)!.body).toEqual({ rules: [], otherwise: taxes.otherwise });
  await press("Add rule");
  await type("Countries", "austria");
  await choose("Buyers", "false");
  expect(names("group")).toEqual(["Rule 1", "All other buyers"]);
});

test("a rate that is no percentage is not sent", async () => {
  none();
  await open();
  await press("Remove rule 1");
  await type("Rate (%)", "19,5");
  expect(messageOf("Rate (%)")).toBe("Type 19.5.");
  await press("Save taxes");
  expect(sent("PUT /papers/taxes")).toEqual([]);
});

const waiting = {
  account_id: "ada",
  country: "DE",
  tax_id: "DE123456788",
  state: "unconfirmed",
  since: "2026-10-22T10:00:00Z",
  attempts: 126,
  asked_at: "2026-11-21T10:00:00Z",
  answered_on: null,
  reference: null,
  next_at: null,
  needs_decision: true,
};
const invalid = {
  ...waiting,
  account_id: "bob",
  tax_id: "DE136695976",
  state: "invalid",
  attempts: 1,
  answered_on: "2026-11-12",
  reference: "WAPIAAA",
  needs_decision: false,
};

test("VAT IDs without an answer are decided, and those that are not valid say why", async () => {
  answer("GET /papers/tax-ids", ({ query }) => {
    const items = query.state === "invalid" ? [invalid] : [waiting];
    return json(items, 200, { "x-total-count": "1" });
  });
  answer("POST /papers/tax-ids/{id}/decision", () => json({ ...waiting, state: "refused" }));
  await open();
  expect(names("heading")).toEqual(["Taxes", "1 VAT ID needs your decision"]);
  expect(cells("VAT IDs").slice(1)).toEqual([
    [
      "DE123456788",
      "Germany",
      "Ada Byron",
      "22 Oct 2026",
      "VIES did not answer, asked 126 times.",
      "Accept DE123456788 Refuse DE123456788",
    ],
    [
      "DE136695976",
      "Germany",
      "bob",
      "22 Oct 2026",
      "Not valid by VIES on 12 Nov 2026, WAPIAAA. VAT is charged.",
      "",
    ],
  ]);
  await press("Refuse DE123456788");
  await press("Refuse the VAT ID DE123456788");
  expect(sent("POST /papers/tax-ids/{id}/decision").map(({ path, body }) => [path, body])).toEqual([
    ["/papers/tax-ids/ada/decision", { decision: "refuse", tax_id: "DE123456788" }],
  ]);
  expect(toast()).toBe("DE123456788 refused");
});

test("the row of Settings says the rules", async () => {
  respond("get", "/papers/taxes", taxes);
  expect(await taxesLine()).toEqual({ text: "Czechia 21% · others 0%", state: ["ok", "2 rules"] });
});
