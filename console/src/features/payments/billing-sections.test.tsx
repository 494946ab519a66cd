import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { choose, confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { grants, period, plan } from "../../../../test/console/dom/billing-records.ts";
import {
  attributes,
  cells,
  control,
  get,
  has,
  messageOf,
  names,
  one,
  textOf,
} from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { openPayment, openTransfer, payment, topUp } from "../../../../test/console/dom/payment-records.ts";
import { product, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { Billing } from "../billing/billing.tsx";
import type { Plan } from "../billing/plan-queries.ts";
import { invoice } from "../papers/paper-records.ts";
import { BillingSections } from "./billing-sections.tsx";
import type { Payment, TopUp } from "./payment-queries.ts";
import { UnlessDebited, UnpaidActions, UnpaidNote } from "./unpaid-period.tsx";

setUp();
beforeEach(() => {
  setSystemTime(new Date("2026-11-23T10:00:00Z"));
  setPageParts([
    {
      billed: BillingSections,
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
}

const packages = [
  { id: "p1000", credits: 1000, price_minor: 1200, months: 12 },
  { id: "p5000", credits: 5000, price_minor: 5000, months: 12 },
];

async function open(shown: Shown = {}) {
  const { payments = [payment()], card = "Visa ending 4242" } = shown;
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" })]);
  respond("get", "/users/{id}/subscriptions", [subscription({ product_id: "growth" })]);
  respond("get", "/subscriptions/{id}/plan", { ...(shown.plan ?? plan({ payment: "prepaid" })), packages });
  respond("get", "/subscriptions/{id}/grants", [...grants]);
  respond("get", "/subscriptions/{id}/periods", [period()]);
  respond("get", "/payments", [...payments]);
  respond("get", "/subscriptions/{id}/top-up", shown.topUp ?? topUp());
  respond("get", "/users/{user_id}/payment-method", {
    account_id: "ada",
    label: card,
    saved_at: card && "2026-10-28T10:00:00.000Z",
  });
  respond("get", "/papers", [invoice]);
  await show(<Billing />, { as: user() });
}

test("payments have their state in words, and their invoice", async () => {
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
      payment({ id: "p3", state: "part_refunded", refunded_minor: 3000 }),
      payment({ id: "p2", state: "disputed", kind: "package", description: "Package, 5,000 credits" }),
      payment(),
    ],
  });
  expect(names("heading").slice(1)).toEqual([
    "Credits, in the order they are spent",
    "Beyond credits",
    "Automatic top-up",
    "Payments",
    "Payment method",
    "Periods",
  ]);
  const growth = "Growth, 12 Nov to 12 Dec 2026";
  const [visa, invoice] = ["Visa ending 4242", `2026-0001 (PDF) of ${growth}`];
  expect(cells("Payments, newest first")).toEqual([
    ["Date", "For", "Amount with VAT", "State", "Method", "Invoice"],
    ["11 Nov 2026", "Growth, 12 Dec 2026 to 12 Jan 2027", "€117.81", "Planned", "Card", "after payment"],
    [
      "11 Nov 2026",
      growth,
      "€117.81",
      "Declined, card expired next try on 26 Nov 2026",
      visa,
      "after payment",
    ],
    ["11 Nov 2026", growth, "€117.81", "Waiting for the transfer", "Transfer", "after payment"],
    ["11 Nov 2026", growth, "€117.81", "€30.00 refunded", visa, invoice],
    [
      "11 Nov 2026",
      "Package, 5,000 credits",
      "€117.81",
      "Disputed",
      visa,
      "2026-0001 (PDF) of Package, 5,000 credits",
    ],
    ["11 Nov 2026", growth, "€117.81", "Paid", visa, invoice],
  ]);
  expect(attributes(get("link", "Buy credits")).href).toBe(
    "/console/billing?tab=plans&subscription=sub-1#packages",
  );
});

test("without payments the page says what comes", async () => {
  await open({ payments: [] });
  expect(textOf(one(".empty"))).toBe("No payments yet Your first payment is listed here.");
});

test("where no payments are taken the page is as before", async () => {
  await open({ plan: plan(), payments: [] });
  expect(names("heading").slice(1)).toEqual([
    "Credits, in the order they are spent",
    "Beyond credits",
    "Periods",
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
