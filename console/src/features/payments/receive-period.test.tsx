import { expect, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { period } from "../../../../test/console/dom/billing-records.ts";
import { get, names, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { openPayment, openTransfer, payment } from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Payment } from "./payment-queries.ts";
import { ReceivePeriod } from "./receive-period.tsx";

setUp();

const card = { provider: "stripe", transfer: null } as const;

async function open(...payments: readonly Payment[]) {
  answer("GET /payments", ({ query }) => {
    const found = payments.filter(({ state, kind }) => state === query.state && kind === query.kind);
    return json(found, 200, { "x-total-count": String(found.length) });
  });
  respond("get", "/users/", [user()]);
  await show(
    <ReceivePeriod period={period({ state: "unpaid", number: 1 })}>
      <button type="button">Without a payment</button>
    </ReceivePeriod>,
    { as: operator() },
  );
}

const shown = () => [...names("button"), ...names("link")];

test("the money of a period is recorded on its payment, with tax", async () => {
  await open(openTransfer({ received_minor: 781 }), openTransfer({ id: "pay-9", period: 2 }));
  await press("Record payment (€110.00) of sub-1");
  expect(textOf(get("dialog"))).toContain("Growth, 12 Nov to 12 Dec 2026: €110.00 is due.");
  answer("POST /payments/{id}/received", () => json(payment()));
  await confirm();
  expect(sent("POST /payments/{id}/received").map(({ path, body }) => [path, body])).toEqual([
    ["/payments/pay-1/received", { minor: 11_000 }],
  ]);
  expect(toast()).toBe("€110.00 recorded");
});

test("what a card was to pay can be recorded, and says that it is not charged any more", async () => {
  await open(openPayment({ ...card, state: "failed", failure: "expired_card" }));
  await press("Record payment (€117.81) of sub-1");
  expect(textOf(get("dialog"))).toContain("It is not charged to a card any more.");
});

test("the open payment counts, not one that failed", async () => {
  await open(
    openPayment({ ...card, id: "pay-2", state: "failed", created_at: "2026-11-20T00:00:00.000Z" }),
    openTransfer({ minor: 9900, net_minor: 8319 }),
  );
  expect(shown()).toEqual(["Record payment (€99.00) of sub-1"]);
});

test("while a card is charged, or a problem is open, the payment is shown", async () => {
  await open(openPayment({ ...card, checkout_url: null }));
  expect(shown()).toEqual(["View payment of sub-1"]);
  await open(openPayment({ ...card, state: "failed", problem: "No tax rule." }));
  expect(shown()).toEqual(["View payment of sub-1"]);
});

test("a period without a payment keeps its own button", async () => {
  await open(openPayment({ subscription_id: "sub-2" }), openPayment({ kind: "overage" }));
  expect(shown()).toEqual(["Without a payment"]);
});
