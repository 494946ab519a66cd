import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { facts, names, one, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { payment, provider } from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import type { Payment, UnmatchedReturn } from "./payment-queries.ts";
import { Payments } from "./payments.tsx";

setUp();

interface Shown {
  readonly payments?: readonly Payment[];
  readonly returns?: readonly UnmatchedReturn[];
  readonly problems?: Schemas["PaymentProvider"]["problems"];
}

async function open({ payments = [], returns = [], problems = [] }: Shown) {
  answer("GET /payments", ({ query }) => {
    const found = query.state === "disputed" ? payments : [];
    return json(found, 200, { "x-total-count": String(found.length) });
  });
  respond("get", "/payments/transfers", []);
  respond("get", "/system/checks", { checked_at: "2026-11-23T10:00:00Z", checks: [] });
  respond("get", "/payments/returns", [...returns]);
  respond("get", "/payments/refunds", []);
  respond("get", "/payments/provider", provider({ problems }));
  respond("get", "/users/", [user()]);
  await show(<Payments />, { as: operator(), at: "/money" });
}

test("what is wrong with the payment provider is said, with what to do", async () => {
  const since = "2026-11-23T08:00:00.000Z";
  const found = "Stripe refuses VINGATE_STRIPE_KEY";
  await open({ problems: [{ code: "key_refused", found, advice: "Set a valid key.", since }] });
  expect(names("heading").slice(0, 2)).toEqual([
    "No payment needs a decision",
    "The payment provider needs a change",
  ]);
  expect(text()).toContain(`${found}. Set a valid key.`);
});

test("a refund without a payment is shown until it is noted as done", async () => {
  const refund: UnmatchedReturn = {
    id: "r1",
    provider_ref: "pi_9",
    payment_id: "pay-9",
    currency: "EUR",
    received_minor: 6050,
    refunded_minor: 1000,
    dispute: null,
    disputed_minor: 0,
    state: "unmatched",
    created_at: "2026-11-23T08:00:00.000Z",
  };
  await open({ returns: [refund] });
  expect(names("heading").slice(0, 2)).toEqual(["1 payment needs a decision", "Refund without a payment"]);
  expect(facts(one(".facts"))).toEqual([
    ["Charge at the provider", "pi_9"],
    ["Payment ID", "pay-9"],
    ["Received", "€60.50"],
    ["Returned", "€10.00"],
  ]);
  const route = "POST /payments/returns/{id}/close";
  answer(route, () => json({ ...refund, state: "closed" }));
  await press("Note as done");
  expect(sent(route).map(({ path }) => path)).toEqual(["/payments/returns/r1/close"]);
  expect(toast()).toBe("Noted as done");
});

test("an inquiry says that nothing was taken", async () => {
  await open({ payments: [payment({ dispute: "inquiry" })] });
  expect(names("heading")[1]).toStartWith("Inquiry: ");
  expect(text()).toContain("Nothing was taken, and no credits are set aside.");
  expect(text()).not.toContain("If the dispute is lost");
});
