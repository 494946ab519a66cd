import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { period, plan } from "../../../../test/console/dom/billing-records.ts";
import { get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show } from "../../../../test/console/dom/page.ts";
import { openPayment, payment } from "../../../../test/console/dom/payment-records.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { showBilling } from "../billing/billed-records.tsx";
import { PaymentPage } from "./payment.tsx";
import type { Payment } from "./payment-queries.ts";
import { UnlessDebited, UnpaidActions, UnpaidNote } from "./unpaid-period.tsx";

setUp();
beforeEach(() => {
  setSystemTime(new Date("2026-11-23T10:00:00Z"));
  setPageParts([{ unpaid: { unlessDebited: UnlessDebited, note: UnpaidNote, actions: UnpaidActions } }]);
});
afterEach(() => void setSystemTime());

const debited = (more: Partial<Payment> = {}): Payment =>
  openPayment({ debit_at: "2026-11-21T10:00:00.000Z", method: "SEPA debit", ...more });

async function open(shown: Payment, as = user()) {
  respond("get", "/payments/{id}", shown);
  respond("get", "/papers", []);
  answer("GET /papers/{id}", () => json({ period: {}, buyer: null, lines: [], vat_breakdown: [] }));
  await show(<PaymentPage params={{ paymentId: "pay-1" }} />, { as, at: "/money/pay-1" });
}

test("a payment that is being debited has nothing to do", async () => {
  await open(debited({ kind: "package", package_id: "p1000", period: null }));
  expect(names("heading")[0]).toBe("€117.81 is being debited");
  expect(textOf(get("status"))).toBe(
    "Being debited. Nothing to do. The bank needs some days, and this page shows the result.",
  );
  expect(text()).toContain("State Being debited. Nothing to do Amount");
  expect(text()).toContain("Being debited since 21 Nov 2026, 10:00 UTC");
  expect(has("button", "Cancel payment")).toBe(false);
  expect(names("link")).toEqual(["Billing"]);
  await elapse(10_000);
  expect(sent("GET /payments/{id}").length).toBe(1);
  respond("get", "/payments/{id}", payment());
  await elapse(20_000);
  expect(names("heading")[0]).toBe("€117.81 is paid");
});

test("a debit that failed says what became of its credits", async () => {
  await open(openPayment({ state: "failed", failure: "insufficient_funds", credits_owed: 2000 }));
  expect(textOf(get("status"))).toBe(
    "Reason: not enough money on the card. Nothing was charged. Credits that were granted for it are removed, and 2,000 that were spent are taken from later credits.",
  );
});

for (const isDebited of [true, false])
  test(`a period ${isDebited ? "that is being debited" : "of a payment that failed"} has its own notice`, async () => {
    const due = period({ state: "unpaid", grant_id: null, lapses_at: "2026-11-30T10:00:00.000Z" });
    const shown = isDebited
      ? debited({ period: due.number })
      : openPayment({ period: due.number, state: "requested", failure: "insufficient_funds" });
    await showBilling({ plan: plan({ payment: "prepaid", period: due }), periods: [due], payments: [shown] });
    expect(text().includes("you owe nothing")).toBe(!isDebited);
    expect(text().includes("Being debited. Nothing to do €117.81 is being debited since 21 Nov 2026.")).toBe(
      isDebited,
    );
    expect(has("link", "Pay by transfer")).toBe(!isDebited);
  });
