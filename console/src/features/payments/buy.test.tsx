import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from "bun:test";
import { confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { plan } from "../../../../test/console/dom/billing-records.ts";
import { cells, control, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { openPayment, openTransfer, quote } from "../../../../test/console/dom/payment-records.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent, setConnected } from "../../../../test/console/dom/service.ts";
import { details } from "../papers/paper-records.ts";
import { Buy } from "./buy.tsx";
import type { Quote } from "./payment-queries.ts";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));
afterEach(() => void setSystemTime());

const scale = "/buy?subscription=sub-1&kind=plan&product=scale";
const route = "POST /payments";

async function open(quoted: Quote = quote(), at = scale, as = user()) {
  respond("get", "/payments/quote", quoted);
  respond("get", "/subscriptions/{id}/plan", plan({ payment: "prepaid" }));
  respond("get", "/users/{id}/billing-details", details());
  await show(<Buy />, { as, at });
}

test("what is paid has its tax, its credits and their expiry above the button", async () => {
  await open();
  expect(sent("GET /payments/quote").map(({ query }) => query)).toEqual([
    { subscription_id: "sub-1", kind: "plan", product_id: "scale" },
  ]);
  expect(text()).toBe(
    "Scale, €474.81 now Incl. €75.81 VAT. Times are in Europe/Berlin. €474.81 now, then on 23 Dec and each month €474.81 now, then on 23 Dec and each month Scale, 23 Nov 2026 to 23 Dec 2026 €399.00 VAT 19% €75.81 Paid now €474.81 Credits you get now +80,000 They expire on 23 Jan 2027 Invoice to Acme Fleet GmbH, Germany, VAT ID DE123456788. Edit billing details Payment method Visa ending 4242 Saved Another card On the provider's page Bank transfer Credits come when the money has arrived Pay €474.81 Your saved card is charged now. Cancel at any time: your credits stay until they expire. If the payment fails, you stay on Growth and nothing changes. View plans",
  );
});

test("without country and address the buyer's form is the first step, and nothing can be paid", async () => {
  await open(quote({ details_needed: true }));
  expect(names("button").filter((name) => name.startsWith("Pay"))).toEqual([]);
  expect(names("heading")).toEqual(["Scale, €399.00 without VAT", "Billing details"]);
  expect(text()).toContain("The invoice names your country and address, and they decide the tax.");
});

test("a saved card is charged with one press, and the payment is followed", async () => {
  await open();
  answer(route, () => json(openPayment({ state: "requested", kind: "plan" })));
  await press("Pay €474.81");
  expect(sent(route).map(({ body }) => body)).toEqual([
    {
      subscription_id: "sub-1",
      kind: "plan",
      product_id: "scale",
      minor: 47_481,
      currency: "EUR",
      method: "saved",
    },
  ]);
  expect(address()).toBe("/billing/pay-1?subscription=sub-1&kind=plan&product=scale");
});

test("a card is entered on the provider's page", async () => {
  await open();
  const checkout_url = "https://checkout.stripe.test/c1";
  const leave = spyOn(location, "assign").mockImplementation(() => {});
  answer(route, () => json(openPayment({ checkout_url })));
  await toggle("Another card On the provider's page");
  await press("Pay €474.81");
  expect(sent(route).map(({ body }) => (body as { method: string }).method)).toEqual(["card"]);
  expect(leave.mock.calls).toEqual([[checkout_url]]);
  leave.mockRestore();
});

test("a transfer is ordered, and its credits come later", async () => {
  await open();
  answer(route, () => json(openTransfer()));
  await toggle("Bank transfer Credits come when the money has arrived");
  expect(cells("€474.81 now, then on 23 Dec and each month").slice(2, 4)).toEqual([
    ["To be paid", "€474.81"],
    ["Credits you get when it has arrived", "+80,000"],
  ]);
  await press("Order for €474.81 by transfer");
  expect(address()).toStartWith("/billing/pay-1");
});

test("the address chooses the method", async () => {
  const renewal = quote({ kind: "renewal", text: "Growth, 12 Nov to 12 Dec 2026", minor: 11_781 });
  await open(renewal, "/buy?subscription=sub-1&kind=renewal&period=1&method=transfer");
  expect(sent("GET /payments/quote").map(({ query }) => query)).toEqual([
    { subscription_id: "sub-1", kind: "renewal", period: "1" },
  ]);
  expect(control("Bank transfer Credits come when the money has arrived").checked).toBe(true);
  expect(names("heading")).toEqual(["Growth, €117.81 now"]);
});

test("no tax has its reason, and a package its credits", async () => {
  const tax = { rate: 0, category: "AE", reason: "Reverse charge: the recipient owes the tax.", minor: 0 };
  const text = "Package, 5,000 credits";
  await open(
    quote({ kind: "package", text, tax, net_minor: 5000, minor: 5000, credits: 5000, expires_at: null }),
    "/buy?subscription=sub-1&kind=package&package=p5000",
  );
  expect(names("heading")).toEqual(["5,000 credits, €50.00 now"]);
  expect(cells("€50.00 now")).toEqual([
    ["Package, 5,000 credits", "€50.00"],
    ["VAT 0%, reverse charge Reverse charge: the recipient owes the tax.", "€0.00"],
    ["Paid now", "€50.00"],
    ["Credits you get now", "+5,000"],
    ["They expire on", "no day"],
  ]);
});

test("other billing details change the tax before it is paid", async () => {
  await open();
  await press("Edit billing details");
  await type("VAT ID", "");
  answer("PUT /users/{id}/billing-details", () => json(details({ tax_id: null })));
  respond("get", "/payments/quote", quote({ minor: 39_900 }));
  await confirm();
  expect([has("dialog"), has("button", "Pay €399.00")]).toEqual([false, true]);
});

test("another price than was seen is refused, and the new one is shown", async () => {
  await open();
  const message = "You saw €474.81. Nothing was charged. It is €486.71 now.";
  refuse(route, 409, message);
  await press("Pay €474.81");
  expect(textOf(get("alert"))).toBe(`The price has changed ${message} Show current price`);
  expect(get("button", "Pay €474.81").hasAttribute("disabled")).toBe(true);
  respond("get", "/payments/quote", quote({ minor: 48_671 }));
  await press("Show current price");
  expect([has("alert"), has("button", "Pay €486.71")]).toEqual([false, true]);
});

test("an address that is not confirmed is named, and the press can be repeated", async () => {
  const refusal = "Confirm your email address first. Nothing was charged.";
  respond("get", "/users/{user_id}", user({ email_confirmed: false }));
  await open(quote(), scale, user({ email_confirmed: false }));
  expect(text()).toContain("We sent a link to ada@example.com.");
  refuse(route, 409, refusal);
  await press("Pay €474.81");
  expect(textOf(get("alert"))).toBe(`Not paid ${refusal}`);
  expect(get("button", "Pay €474.81").hasAttribute("disabled")).toBe(false);
});

test("without a response the press can be repeated, and is charged once", async () => {
  await open();
  setConnected(false);
  await press("Pay €474.81");
  expect(textOf(get("alert"))).toBe(
    "No response Press the button again: €474.81 is charged once, since this purchase has one number.",
  );
  setConnected(true);
  answer(route, () => new Response("{", { status: 503 }));
  await press("Pay €474.81");
  answer(route, () => json(openPayment()));
  await press("Pay €474.81");
  const keys = sent(route).map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toEqual([keys[0]!, keys[0]!]);
  expect(keys[0]).toMatch(/^console-[a-z0-9]{16}-saved-47481$/);
});

test("where no payments are taken the reason is shown", async () => {
  respond("get", "/users/{id}/billing-details", details());
  refuse("GET /payments/quote", 409, "Payments are not taken here. Ask the operator. Nothing was charged.");
  respond("get", "/subscriptions/{id}/plan", plan());
  await show(<Buy />, { as: user(), at: scale });
  expect(textOf(get("alert"))).toStartWith("Could not load the price Payments are not taken here.");
  expect(names("link")).toContain("View plans");
});

test("an address that names nothing leads to the plans", async () => {
  await show(<Buy />, { as: user(), at: "/buy?subscription=sub-1&kind=renewal&period=x" });
  expect(text()).toBe(
    "Nothing to pay The address names nothing that is sold Choose a plan or a package. View plans",
  );
});
