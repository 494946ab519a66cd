import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { choose, confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { period, plan } from "../../../../test/console/dom/billing-records.ts";
import {
  attributes,
  cells,
  control,
  facts,
  get,
  has,
  messageOf,
  one,
  textOf,
} from "../../../../test/console/dom/find.ts";
import { setUp, toast } from "../../../../test/console/dom/page.ts";
import {
  openPayment,
  openTransfer,
  payment,
  quote,
  topUp,
} from "../../../../test/console/dom/payment-records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { showBilling } from "../billing/billed-records.tsx";
import type { Plan } from "../billing/plan-queries.ts";
import { paymentRows } from "./billing-rows.tsx";
import type { Payment, TopUp } from "./payment-queries.ts";
import { TopUpSection } from "./top-up-form.tsx";
import { UnlessDebited, UnpaidActions, UnpaidNote } from "./unpaid-period.tsx";
import { WaysToPay } from "./ways-to-pay.tsx";

setUp();
beforeEach(() => {
  setSystemTime(new Date("2026-11-23T10:00:00Z"));
  setPageParts([
    {
      billed: TopUpSection,
      billing: WaysToPay,
      billingRows: { key: "payments", what: "Could not load the payments", load: paymentRows },
      unpaid: { unlessDebited: UnlessDebited, note: UnpaidNote, actions: UnpaidActions },
    },
  ]);
});
afterEach(() => void setSystemTime());

interface Shown {
  readonly plan?: Plan;
  readonly payments?: readonly Payment[];
  readonly topUp?: TopUp;
  readonly card?: string | null;
  readonly methods?: readonly ("card" | "transfer")[];
}

const packages = [
  { id: "p1000", credits: 1000, price_minor: 1200, months: 12 },
  { id: "p5000", credits: 5000, price_minor: 5000, months: 12 },
];

async function open(shown: Shown = {}) {
  const { card = "Visa ending 4242", methods = ["card", "transfer"] } = shown;
  const { plan: own = plan({ payment: "prepaid" }), payments = [payment()] } = shown;
  await showBilling({ plan: { ...own, packages }, payments }, () => {
    respond("get", "/subscriptions/{id}/top-up", shown.topUp ?? topUp());
    respond("get", "/payments/quote", quote({ methods: [...methods] }));
    respond("get", "/users/{user_id}/payment-method", {
      account_id: "ada",
      label: card,
      saved_at: card && "2026-10-28T10:00:00.000Z",
    });
  });
}

test("payments have their state in words, and a page", async () => {
  await open({
    payments: [
      openPayment({ id: "p6", state: "requested", description: "Growth, 12 Dec 2026 to 12 Jan 2027" }),
      openPayment({
        id: "p5",
        state: "requested",
        failure: "expired_card",
        method: "Visa ending 4242",
        attempts: 1,
        next_attempt_at: "2026-11-26T10:00:00.000Z",
      }),
      openTransfer({ id: "p4" }),
      payment({ id: "p2", state: "disputed", kind: "package", description: "Package, 5,000 credits" }),
    ],
  });
  const growth = "Growth, 12 Nov to 12 Dec 2026";
  const visa = "10 Nov 2026, Visa ending 4242";
  expect(cells("Invoices and statements, newest first").slice(1)).toEqual([
    ["November 2026", "Payment", "Package, 5,000 credits", "€117.81", `Disputed ${visa}`, ""],
    [
      "November 2026",
      "Payment",
      "Growth, 12 Dec 2026 to 12 Jan 2027",
      "€117.81",
      "Planned 10 Nov 2026, Card",
      "",
    ],
    ["November 2026", "Payment", growth, "€117.81", "Declined, card expired next try on 26 Nov 2026", ""],
    ["November 2026", "VK7Q2M9XWTA", growth, "€117.81", "Waiting for the transfer 10 Nov 2026, Transfer", ""],
  ]);
  expect(attributes(get("link", "VK7Q2M9XWTA")).href).toBe("/console/billing/p4");
});

test("where no payments are taken, neither top-up nor ways to pay are shown", async () => {
  await open({ plan: plan(), payments: [], methods: [], card: null });
  expect([has("heading", "Automatic top-up"), has("heading", "Ways to pay")]).toEqual([false, false]);
});

test("a card is named only where one can be used", async () => {
  await open({ card: null, methods: ["transfer"] });
  expect(has("heading", "Automatic top-up")).toBe(false);
  expect(facts(one("section.c6 dl"))).toEqual([["Possible", "Bank transfer"]]);
  await open({ card: null });
  expect(facts(one("section.c6 dl"))).toEqual([
    ["Possible", "Card or Bank transfer"],
    ["Saved card", "none; the next card you pay with is saved"],
  ]);
});

test("automatic top-up is turned on with two presses, and says its most", async () => {
  await open();
  expect(textOf(one(".wide .said"))).toBe(
    "At most 2 purchases per calendar month (UTC), €24.00 without VAT. In November: none, €0.00. One purchase at a time. Turns off after 3 failed payments, with an email. The saved card is charged: Visa ending 4242.",
  );
  const route = "PUT /subscriptions/{id}/top-up";
  answer(route, () => json(topUp({ enabled: true })));
  await choose("Package", "p5000");
  expect(messageOf("Monthly limit (EUR)")).toBe("A limit below the package (€50.00) buys nothing.");
  expect(get("button", "Save automatic top-up").hasAttribute("disabled")).toBe(true);
  await type("Monthly limit (EUR)", "100");
  await type("Below (credits)", "2,000");
  await toggle("Buy credits automatically");
  await press("Save automatic top-up");
  expect(sent(route).map(({ body }) => body)).toEqual([
    { enabled: true, threshold: 2000, package_id: "p5000", month_limit_minor: 10_000 },
  ]);
  expect(toast()).toBe("Automatic top-up is on");
});

test("what turned top-up off is said, with its settings", async () => {
  await open({
    topUp: topUp({
      threshold: 2000,
      package_id: "p5000",
      month_limit_minor: 10_000,
      month_minor: 5000,
      failures: 3,
      stopped: "expired_card",
    }),
  });
  expect(textOf(one(".wide .st"))).toBe("Turned off: card expired");
  expect(control("Package").value).toBe("p5000");
  expect(textOf(one(".wide .said"))).toContain("In November: €50.00.");
  await type("Below (credits)", "0");
  expect(messageOf("Below (credits)")).toBe("Enter a whole number from 1.");
});

test("without a saved card top-up cannot be turned on", async () => {
  await open({ card: null });
  await toggle("Buy credits automatically");
  const save = get("button", "Save automatic top-up");
  expect(save.hasAttribute("disabled")).toBe(true);
  expect(textOf(document.getElementById(attributes(save)["aria-describedby"] ?? ""))).toBe(
    "No card is saved. Pay once by card first.",
  );
});

test("what the service refuses of top-up has its reason", async () => {
  await open();
  refuse("PUT /subscriptions/{id}/top-up", 409, "Package p1000 is not on sale. Nothing was changed.");
  await press("Save automatic top-up");
  expect(textOf(get("alert"))).toBe("Package p1000 is not on sale. Nothing was changed.");
});

test("the saved card is removed after a confirmation", async () => {
  await open();
  const route = "DELETE /users/{user_id}/payment-method";
  await press("Remove Visa ending 4242");
  expect(textOf(get("dialog"))).toBe(
    "Remove Visa ending 4242? Renewals are not charged then: you pay each period yourself, or it lapses. Automatic top-up stops. Remove card Cancel",
  );
  answer(route, () => json({ account_id: "ada", label: null, saved_at: null }));
  await confirm();
  expect([sent(route).length, toast()]).toEqual([1, "Card removed"]);
});

const unpaid = period({ state: "unpaid", grant_id: null, lapses_at: "2026-11-18T23:00:00.000Z" });

test("an unpaid period says why the card failed, and is paid in another way", async () => {
  const failed = openPayment({
    state: "requested",
    failure: "expired_card",
    method: "Visa ending 4242",
    attempts: 1,
    next_attempt_at: "2026-11-26T10:00:00.000Z",
  });
  await open({ plan: plan({ payment: "prepaid", period: unpaid }), payments: [failed] });
  expect(textOf(get("status"))).toBe(
    "€99.00 for Growth is unpaid since 12 Nov Visa ending 4242: card expired. Next try: 26 Nov 2026. Your keys work with the credits left. Its credits come when it is paid. On 19 Nov 2026, 00:00 the period lapses, and you owe nothing for it. Pay €117.81 with another card Pay by transfer",
  );
  expect(attributes(get("link", "Pay €117.81 with another card")).href).toBe(
    "/console/buy?subscription=sub-1&kind=renewal&period=1&method=card",
  );
  expect(attributes(get("link", "Pay by transfer")).href).toEndWith("&period=1&method=transfer");
});

test("a period that waits for a transfer names its reference", async () => {
  await open({ plan: plan({ payment: "prepaid", period: unpaid }), payments: [openTransfer()] });
  expect(textOf(one(".notice div div p"))).toBe("Transfer €117.81 with the reference VK7Q2M9XWTA.");
});

test("a period whose card is being charged is not paid again", async () => {
  await open({
    plan: plan({ payment: "prepaid", period: unpaid }),
    payments: [openPayment({ attempts: 1 })],
  });
  expect([has("link", "View payment of €117.81"), has("link", "Pay by transfer")]).toEqual([true, false]);
});
