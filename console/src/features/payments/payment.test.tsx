import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { attributes, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { openPayment, openTransfer, payment } from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { invoice } from "../papers/paper-records.ts";
import { PaymentPage } from "./payment.tsx";
import type { Payment } from "./payment-queries.ts";

setUp();
const savedFiles = keepSavedFiles();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));
afterEach(() => void setSystemTime());

const read = "GET /payments/{id}";

async function open(shown: Payment, at = "/money/pay-1", as = user()) {
  respond("get", "/payments/{id}", shown);
  respond("get", "/papers", [invoice]);
  await show(<PaymentPage params={{ paymentId: "pay-1" }} />, { as, at });
}

const said = () => textOf(get("status"));

test("a pending payment is read until it is decided", async () => {
  await open(openPayment({ checkout_url: "https://checkout.stripe.test/c1", kind: "plan" }));
  expect(names("heading")[0]).toBe("€117.81 is pending");
  expect(said()).toBe(
    "The provider has no payment yet. If you have just paid, wait: this page follows it. You are not charged twice: this purchase has one number.",
  );
  expect(attributes(get("link", "Continue to pay €117.81")).href).toBe("https://checkout.stripe.test/c1");
  await elapse(2000);
  expect(sent(read).length).toBe(2);
  respond("get", "/payments/{id}", payment({ kind: "plan" }));
  await elapse(2000);
  expect(names("heading")[0]).toBe("€117.81 is paid");
  await elapse(10_000);
  expect(sent(read).length).toBe(3);
});

test("a paid one has its credits, its invoice and the next step", async () => {
  await open(payment());
  expect(text()).toBe(
    "Billing €117.81 is paid Growth, 12 Nov to 12 Dec 2026 +15,000 credits. The invoice is below and on Billing. Open quick start View API keys Details State Paid Amount €117.81, with €18.81 of tax Method Visa ending 4242 Invoice 2026-0001 (PDF) of Growth, 12 Nov to 12 Dec 2026 Ordered 10 Nov 2026, 23:00 UTC Paid 10 Nov 2026, 23:00 UTC Payment pay-1",
  );
});

test("the invoice is saved as a file", async () => {
  await open(payment());
  answer("GET /papers/{id}/pdf", () => new Response("%PDF"));
  await press("2026-0001 (PDF) of Growth, 12 Nov to 12 Dec 2026");
  expect(await savedFiles()).toEqual([{ name: "invoice-2026-0001.pdf", text: "%PDF" }]);
});

test("a transfer has its sum, its account and its reference, which are copied", async () => {
  await open(openTransfer({ received_minor: 5000 }));
  expect(names("heading").slice(0, 2)).toEqual(["Transfer €67.81", "Your transfer"]);
  expect(text()).toContain(
    "Amount €67.81 To Lotdata s.r.o. IBAN CZ65 0800 0000 1920 0014 5399 Copy IBAN BIC GIBACZPX Copy BIC Reference VK7Q2M9XWTA Copy Reference The reference finds your payment: write it as it is.",
  );
  expect(text()).toContain(
    "State €50.00 received Amount €117.81, with €18.81 of tax Received €50.00 of €117.81 Method Transfer",
  );
  for (const [name, value] of [
    ["IBAN", "CZ65 0800 0000 1920 0014 5399"],
    ["BIC", "GIBACZPX"],
    ["Reference", "VK7Q2M9XWTA"],
  ] as const) {
    await press(`Copy ${name}`);
    expect([toast(), copied.at(-1)]).toEqual([`${name} copied`, value]);
  }
});

test.each([
  [null, "Reference VK7Q2M9XWTA Copy Reference The operator has the bank account. The reference finds"],
  ["PayNow to 8888", "Reference VK7Q2M9XWTA Copy Reference PayNow to 8888 The reference finds"],
])("without an IBAN a transfer has the operator's text, %p", async (more, shown) => {
  const transfer = { reference: "VK7Q2M9XWTA", recipient: null, iban: null, bic: null, text: more };
  await open(openTransfer({ transfer }));
  expect(text()).toContain(shown);
});

test("what is bought can be cancelled before money arrives", async () => {
  await open(openTransfer({ kind: "package", period: null }));
  const route = "POST /payments/{id}/cancel";
  answer(route, () => json(openPayment({ state: "cancelled", failure: "cancelled" })));
  respond("get", "/payments/{id}", openPayment({ state: "cancelled", failure: "cancelled" }));
  await press("Cancel payment");
  expect([sent(route).length, toast(), said()]).toEqual([
    1,
    "Payment cancelled",
    "Nothing was charged or changed.",
  ]);
});

test("a payment that cannot be cancelled has its reason", async () => {
  await open(openTransfer({ kind: "package", period: null }));
  refuse("POST /payments/{id}/cancel", 409, "The payment is paid. Nothing was changed.");
  await press("Cancel payment");
  expect(toast()).toBe("The payment is paid. Nothing was changed.");
});

test.each([
  ["expired_card", "card expired"],
  ["some_new_code", "some new code"],
])("a declined payment has its reason, %p, in words", async (failure, words) => {
  await open(openPayment({ state: "failed", kind: "plan", product_id: "scale", failure }));
  expect(names("heading")[0]).toBe("Declined: €117.81 not paid");
  expect(said()).toBe(`Reason: ${words}. Nothing was charged or changed.`);
  expect(attributes(get("link", "Pay again (€117.81)")).href).toBe(
    "/console/buy?subscription=sub-1&kind=plan&product=scale",
  );
});

test("a declined renewal says when it is tried again", async () => {
  const next_attempt_at = "2026-11-26T10:00:00.000Z";
  await open(
    openPayment({ state: "requested", failure: "insufficient_funds", attempts: 1, next_attempt_at }),
  );
  expect(said()).toBe(
    "Reason: not enough money on the card. Nothing was charged or changed. Next try: 26 Nov 2026, 10:00 UTC.",
  );
  expect(attributes(get("link", "Pay again (€117.81)")).href).toBe(
    "/console/buy?subscription=sub-1&kind=renewal&period=1",
  );
});

test.each([
  [
    { kind: "package", package_id: "5k" },
    "Pay again (€117.81)",
    "buy?subscription=sub-1&kind=package&package=5k",
  ],
  [{ kind: "overage" }, "View plans and packages", "billing?tab=plans&subscription=sub-1"],
] as const)("a payment that was not made, %p, leads to what it was for", async (more, name, href) => {
  await open(openPayment({ state: "failed", failure: "checkout_expired", period: null, ...more }));
  expect(names("heading")[0]).toBe("€117.81: not paid");
  expect(attributes(get("link", name)).href).toBe(`/console/${href}`);
});

test.each([
  [
    payment({ state: "disputed", credits_set_aside: 5360 }),
    "5,360 credits wait until the dispute is decided.",
  ],
  [
    payment({ state: "refunded", credits_removed: 3200, credits_owed: 1800 }),
    "3,200 credits were removed. 1,800 were spent before: they are taken from later credits.",
  ],
  [
    payment({ problem: "€10.00 more than due was received." }),
    "Your money has arrived. The operator decides what happens with it: €10.00 more than due was received.",
  ],
])("after it was paid, %#, its state is in words", async (shown, words) => {
  await open(shown);
  expect(said()).toBe(words);
});

test("a planned renewal is charged when it is due", async () => {
  await open(openPayment({ state: "requested" }));
  expect([names("heading")[0], said()]).toEqual([
    "€117.81 is planned",
    "The saved card is charged when it is due.",
  ]);
  await elapse(4000);
  expect(sent(read).length).toBe(1);
});

test("operators see a customer's payment with the operator's buttons", async () => {
  respond("get", "/users/", [user()]);
  await open(openPayment({ checkout_url: "https://checkout.stripe.test/c1" }), "/payments/pay-1", operator());
  expect([has("link", "Payments"), has("link", "Continue to pay €117.81")]).toEqual([true, false]);
  expect(names("button")).toEqual([
    "Record money of Growth, 12 Nov to 12 Dec 2026 of Ada Byron",
    "Refresh state of Growth, 12 Nov to 12 Dec 2026 of Ada Byron",
  ]);
});

test("a failure is shown", async () => {
  refuse(read, 404, "Payment pay-1 not found.");
  await show(<PaymentPage params={{ paymentId: "pay-1" }} />, { as: user() });
  expect(textOf(get("alert"))).toStartWith("Could not load the payment Payment pay-1 not found.");
});
