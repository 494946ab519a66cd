import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { change, period, plan } from "../../../../test/console/dom/billing-records.ts";
import { attributes, cells, get, has, one, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp } from "../../../../test/console/dom/page.ts";
import { payment, quote } from "../../../../test/console/dom/payment-records.ts";
import { subscription } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond } from "../../../../test/console/dom/service.ts";
import { browser } from "../../../../test/console/dom/window.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { showBilling } from "../billing/billed-records.tsx";
import type { Plan } from "../billing/plan-queries.ts";
import { buyingPath, firstPeriodPath } from "./after-sign-up.ts";
import { Packages } from "./packages.tsx";
import type { Payment } from "./payment-queries.ts";
import { StartPlan } from "./start-plan.tsx";

setUp();
beforeEach(() => {
  setSystemTime(new Date("2026-11-23T10:00:00Z"));
  setPageParts([{ plans: Packages, startPlan: StartPlan, afterSubscribing: firstPeriodPath }]);
});
afterEach(() => void setSystemTime());

const off = "Payments are not taken here. Ask the operator. Nothing was charged.";

const open = (
  shown: Plan,
  payments: readonly Payment[] = [],
  own = [subscription({ product_id: "growth" })],
) => showBilling({ plan: shown, payments, own });

test("a larger plan and packages are bought", async () => {
  await open(plan({ payment: "prepaid" }));
  expect(attributes(get("link", "Change to Scale (€399.00 + VAT now)")).href).toBe(
    "/console/buy?subscription=sub-1&kind=plan&product=scale",
  );
  expect(cells("Packages")).toEqual([
    ["Package", "Price", "Per 1,000 credits", "Valid", "Action"],
    ["1,000 credits", "€12.00", "€12.00", "12 months", "Buy 1,000 credits (€12.00 + VAT)"],
  ]);
  expect(attributes(get("link", "Buy 1,000 credits (€12.00 + VAT)")).href).toBe(
    "/console/buy?subscription=sub-1&kind=package&package=p1000",
  );
});

test("a plan by invoice changes without a payment, and its packages are bought", async () => {
  await open(plan(), [payment()]);
  expect([has("button", "Change to Scale (€399.00 + VAT now)"), has("table", "Packages")]).toEqual([
    true,
    true,
  ]);
});

const trial = plan({
  state: "none",
  payment: null,
  offer: null,
  period: null,
  renewal: null,
  changes: [change()],
});

test("the first plan of a trial is bought", async () => {
  await open(trial);
  respond("get", "/payments/quote", quote());
  await press("Start Scale (€399.00 + VAT now)");
  expect(address()).toBe("/buy?subscription=sub-1&kind=plan&product=scale");
});

test("where no payments are taken the page is as before", async () => {
  await open(trial);
  expect(has("table", "Packages")).toBe(false);
  refuse("GET /payments/quote", 409, off);
  await press("Start Scale (€399.00 + VAT now)");
  expect(textOf(get("dialog"))).toStartWith("Start Scale now");
});

test("the address can name the packages, which are scrolled to", async () => {
  location.hash = "#packages";
  const scroll = spyOn(browser.Element.prototype, "scrollIntoView").mockImplementation(() => {});
  await open(plan({ payment: "prepaid" }));
  const calls = scroll.mock.calls.length;
  scroll.mockRestore();
  expect([calls, one("#packages h2").textContent]).toEqual([1, "Add credits"]);
});

test("after sign-up the chosen plan is bought, if it can be", async () => {
  respond("get", "/payments/quote", quote());
  expect(await buyingPath("growth", "sub-1")).toBe("/buy?subscription=sub-1&kind=plan&product=growth");
});

test("without payments sign-up leads to the quick start", async () => {
  refuse("GET /payments/quote", 409, off);
  expect(await buyingPath("growth", "sub-1")).toBeUndefined();
});

test.each([
  ["prepaid", "due", "/buy?subscription=sub-1&kind=renewal&period=1"],
  ["prepaid", "paid", undefined],
  ["invoice", "due", undefined],
] as const)("a new subscription, %p and %p, is paid at %p", async (payment, state, path) => {
  respond("get", "/subscriptions/{id}/plan", plan({ payment, period: period({ state }) }));
  expect(await firstPeriodPath("sub-1")).toBe(path);
});

test("a new subscription that is paid in advance is paid after it is created", async () => {
  await open(plan({ payment: "prepaid", period: period({ number: 0, state: "due" }) }), [], []);
  answer("POST /subscriptions/{subscription_id}", () => json(subscription({ product_id: "growth" }), 201));
  await press("Subscribe to Growth (€99.00 + VAT now)");
  await confirm();
  expect(address()).toBe("/buy?subscription=sub-1&kind=renewal&period=0");
});
