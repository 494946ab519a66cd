import { expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { cells, has, messageOf, names, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { queryClient } from "../../parts/query-client.ts";
import { NumberGaps } from "./number-gaps.tsx";
import { seller, taxes } from "./paper-records.ts";
import { SellerForm } from "./seller-form.tsx";
import { TaxIds } from "./tax-ids.tsx";
import { TaxesForm } from "./taxes-form.tsx";

setUp();

async function open(gaps: readonly Schemas["NumberGap"][] = []) {
  respond("get", "/papers/gaps", [...gaps]);
  answer("GET /papers/tax-ids", () => json([], 200, { "x-total-count": "0" }));
  respond("get", "/users/", [user({ id: "ada", first_name: "Ada", last_name: "Byron" })]);
  await show(
    <>
      <NumberGaps />
      <TaxIds />
      <SellerForm before={seller} />
      <TaxesForm before={taxes} />
    </>,
    { as: operator() },
  );
}

test("the seller is saved as it is typed, and faults are at their fields", async () => {
  await open();
  answer("PUT /papers/seller", () => json(seller));
  await type("Legal name", "Another");
  await type("Registration", "");
  await type("Country", "Austria");
  await press("Save seller");
  expect(sent("PUT /papers/seller").map(({ body }) => body)).toEqual([
    { ...seller, name: "Another", registration: null, country: "AT" },
  ]);
  expect(toast()).toBe("Seller saved");
  await press("Save seller");
  // The service returns the same error for an ID that the form has marked.
  expect(messageOf("VAT ID")).toBe("This is no VAT ID of Austria. Type one such as ATU12345675.");
  await type("VAT ID", "ATU12345675");
  refuse("PUT /papers/seller", 422, [{ loc: ["body", "registration"], msg: "Is too long." }]);
  await press("Save seller");
  expect([messageOf("Registration"), has("alert")]).toEqual(["Is too long.", false]);
});

test("rules of tax are added, changed and removed", async () => {
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
  await open();
  queryClient.clear();
  answer("GET /papers/tax-ids", ({ query }) => {
    const items = query.state === "invalid" ? [invalid] : [waiting];
    return json(items, 200, { "x-total-count": "1" });
  });
  answer("POST /papers/tax-ids/{id}/decision", () => json({ ...waiting, state: "refused" }));
  await show(<TaxIds />, { as: operator() });
  expect(names("heading")).toEqual(["1 VAT ID needs your decision"]);
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

test("numbers that a restore has left out are named, with the reason", async () => {
  const reason = "the decision logs of the time before a restore are lost";
  await open([{ first: "2026-0050", last: "2026-1109", reason, at: "2026-11-21T20:00:00.000Z" }]);
  expect(text()).toContain(`2026-0050 to 2026-1109, since 21 Nov 2026: ${reason}`);
});
