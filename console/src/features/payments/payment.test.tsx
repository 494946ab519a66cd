import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { attributes, cells, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { openPayment, openTransfer, payment } from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { queryClient } from "../../parts/query-client.ts";
import { forms, invoice } from "../papers/paper-records.ts";
import { body } from "./money-records.tsx";
import { PaymentPage } from "./payment.tsx";
import type { Payment } from "./payment-queries.ts";

setUp();
const savedFiles = keepSavedFiles();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));
afterEach(() => void setSystemTime());

const read = "GET /payments/{id}";

async function open(shown: Payment, at = "/money/pay-1", as = user(), lines: readonly object[] = []) {
  respond("get", "/payments/{id}", shown);
  respond("get", "/papers", [invoice]);
  respond("get", "/payments/refunds", []);
  answer("GET /papers/{id}", () => json(body));
  answer("GET /payments/lines", () => json(lines, 200, { "x-total-count": String(lines.length) }));
  await show(<PaymentPage params={{ paymentId: "pay-1" }} />, { as, at });
}

test("it says why it is so much: its lines with their credits and calls, the tax and the buyer", async () => {
  respond("get", "/users/", [user()]);
  await open(payment(), "/money/2026-0001", operator());
  expect(names("heading")).toContain("Why €117.81");
  expect(cells("Lines")).toEqual([
    ["Growth, 12 Nov to 12 Dec 2026 15,000 credits in the credit history", "€89.00"],
    ["Beyond credits 1,250 credits at €8.00 per 1,000 · calls of these days by lookup", "€10.00"],
    ["Without VAT", "€99.00"],
    ["VAT 19%", "€18.81"],
    ["Total", "€117.81"],
  ]);
  expect(text()).toContain("Acme Fleet GmbH, Hafenstraße 8, 20457 Hamburg, DE123456788");
  expect(attributes(get("link", "calls of these days by lookup")).href).toBe(
    "/console/calls?by=api&user=ada&from=2026-11-12&to=2026-12-12",
  );
});

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
    "Billing €117.81 is paid Growth, 12 Nov to 12 Dec 2026 +15,000 credits. The invoice is below and on Billing. Open quick start View API keys Why €117.81 Lines Growth, 12 Nov to 12 Dec 2026 15,000 credits in the credit history €89.00 Beyond credits 1,250 credits at €8.00 per 1,000 · calls of these days by lookup €10.00 Without VAT €99.00 VAT 19% €18.81 Total €117.81 Acme Fleet GmbH, Hafenstraße 8, 20457 Hamburg, DE123456788 What happened State Paid Amount €117.81, with €18.81 of tax Method Visa ending 4242 Invoice 2026-0001 (PDF) of Growth, 12 Nov to 12 Dec 2026 E-invoice of 2026-0001 Ordered 10 Nov 2026, 23:00 UTC Paid 10 Nov 2026, 23:00 UTC Payment pay-1",
  );
});

test("the invoice is saved as a file, and by an operator in another form", async () => {
  respond("get", "/users/", [user()]);
  await open(payment(), "/money/2026-0001", operator());
  answer("GET /papers/{id}/pdf", () => new Response("%PDF"));
  await press("2026-0001 (PDF) of Growth, 12 Nov to 12 Dec 2026");
  answer("GET /papers/{id}/forms", () => json(forms));
  answer("GET /papers/{id}/xml", () => new Response("<Invoice/>"));
  await press("E-invoice of 2026-0001");
  await press("Download XML");
  expect(sent("GET /papers/{id}/xml")[0]!.path).toBe("/papers/paper-1/xml");
  expect(await savedFiles()).toEqual([
    { name: "invoice-2026-0001.pdf", text: "%PDF" },
    { name: "2026-0001-peppol.xml", text: "<Invoice/>" },
  ]);
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
  [{ kind: "overage" }, "View plans and packages", "billing?subscription=sub-1#plan"],
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
  answer("GET /periods", () => json([], 200, { "x-total-count": "0" }));
  await open(openPayment({ checkout_url: "https://checkout.stripe.test/c1" }), "/money/pay-1", operator());
  expect([has("link", "Money"), has("link", "Continue to pay €117.81")]).toEqual([true, false]);
  expect(names("button")).toEqual([
    "Record transfer of Growth, 12 Nov to 12 Dec 2026 of Ada Byron",
    "Ask the provider of Growth, 12 Nov to 12 Dec 2026 of Ada Byron",
  ]);
});

test("while a card is charged, no money is recorded", async () => {
  respond("get", "/users/", [user()]);
  answer("GET /periods", () => json([], 200, { "x-total-count": "0" }));
  await open(openPayment({ checkout_url: null }), "/money/pay-1", operator());
  expect(names("button")).toEqual(["Ask the provider of Growth, 12 Nov to 12 Dec 2026 of Ada Byron"]);
});

test("a disputed one says what was sold, and what happens if it is lost; an inquiry that nothing was taken", async () => {
  respond("get", "/users/", [user()]);
  await open(
    payment({ state: "disputed", dispute: "open", credits_set_aside: 5360 }),
    "/money/pay-1",
    operator(),
  );
  expect(names("heading")).toContain("Dispute: €117.81");
  expect(cells("If the dispute is lost")).toEqual([
    ["Credits removed", "−5,360"],
    ["Credits spent, then owed", "9,640"],
    ["Money returned, at most", "−€117.81"],
  ]);
  queryClient.clear();
  await open(payment({ dispute: "inquiry" }), "/money/pay-1", operator());
  expect(text()).toContain("Nothing was taken, and no credits are set aside.");
  expect(text()).not.toContain("If the dispute is lost");
});

test("its credit notes are files", async () => {
  respond("get", "/users/", [user()]);
  const note = {
    paper_id: "paper-2",
    number: "2026-0002",
    account_id: "ada",
    minor: -3000,
    currency: "EUR",
    at: "2026-11-21T10:00:00Z",
  };
  await open(payment({ state: "part_refunded", refunded_minor: 3000 }), "/money/2026-0002", operator(), [
    { ...note, paper_id: "paper-1", number: "2026-0001" },
    note,
  ]);
  expect(text()).toContain("Credit notes 2026-0002 -€30.00, 21 Nov 2026 E-invoice of 2026-0002");
  answer("GET /papers/{id}/pdf", () => new Response("%PDF"));
  await press("2026-0002");
  expect(await savedFiles()).toEqual([{ name: "credit-note-2026-0002.pdf", text: "%PDF" }]);
});

const of = "of Growth, 12 Nov to 12 Dec 2026 of Ada Byron";

test("operators resolve a problem, and forgive what is owed after a confirmation", async () => {
  respond("get", "/users/", [user()]);
  await open(payment({ problem: "€10.00 more than due was received." }), "/money/pay-1", operator());
  const resolve = "POST /payments/{id}/resolve";
  answer(resolve, () => json(payment()));
  await press(`Mark resolved ${of}`);
  expect([sent(resolve).length, toast()]).toEqual([1, "Marked as resolved"]);
  queryClient.clear();
  await open(payment({ state: "refunded", credits_owed: 1800 }), "/money/pay-1", operator());
  const forgive = "POST /payments/{id}/forgive";
  answer(forgive, () => json(payment({ state: "refunded" })));
  await press(`Forgive 1,800 credits ${of}`);
  await confirm();
  expect([sent(forgive).length, toast()]).toEqual([1, "1,800 credits forgiven"]);
});

test("money of it is recorded, and its state is read from the provider", async () => {
  respond("get", "/users/", [user()]);
  answer("GET /periods", () => json([], 200, { "x-total-count": "0" }));
  await open(openTransfer({ received_minor: 5000 }), "/money/pay-1", operator());
  await press(`Record transfer ${of}`);
  const route = "POST /payments/{id}/received";
  answer(route, () => json(openTransfer({ received_minor: 11_781 })));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([{ minor: 6781 }]);
  queryClient.clear();
  await open(openPayment(), "/money/pay-1", operator());
  refuse("POST /payments/{id}/refresh", 503, "The payment provider does not answer. Try again later.");
  await press(`Ask the provider ${of}`);
  expect(toast()).toBe("The payment provider does not answer. Try again later.");
});

test("a failure is shown below a heading", async () => {
  refuse(read, 404, "Payment pay-1 not found.");
  await show(<PaymentPage params={{ paymentId: "pay-1" }} />, { as: user() });
  expect(textOf(get("alert"))).toStartWith("Could not load the payment Payment pay-1 not found.");
  expect(names("heading")).toEqual(["Payment"]);
});
