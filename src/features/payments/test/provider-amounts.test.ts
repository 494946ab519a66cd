import { afterAll, beforeAll, expect, test } from "bun:test";
import { currencies, digitsOf } from "../../../base/format/currencies.ts";
import { Declined } from "../providers/provider.ts";
import { isChargeable, Stripe } from "../providers/stripe.ts";
import { newPayment, type Payment } from "../rows/payment.ts";
import { StripeStub, secret } from "./stripe-stub.ts";

const card = { customerRef: "cus_1", methodRef: "pm_1", label: "Visa ending 4242" };
const start = Date.UTC(2026, 10, 21);

let stub: StripeStub;
let cards: Stripe;
beforeAll(() => {
  stub = new StripeStub();
  stub.clock = () => start;
  const { VINGATE_STRIPE_URL: url, VINGATE_STRIPE_KEY: key } = stub.settings;
  cards = new Stripe({ url: url!, key: key!, secrets: [secret], own: { host: "127.0.0.1", port: 1 } });
});
afterAll(() => stub.stop());

function paymentOf(currency: string, minor: number): Payment {
  const id = `payment-${currency}`;
  const tax = { netMinor: minor, rate: 0, category: "", reason: "", taxMinor: 0, grossMinor: minor };
  const terms = { text: "Package", productId: "growth", offerVersion: 1, tax, timeZone: "UTC" };
  const of = { accountId: "a1", subscriptionId: "s1", kind: "package", provider: "stripe" } as const;
  const made = { id, terms, netMinor: minor, minor, currency, reference: "r", credits: 1, createdAt: start };
  return { ...newPayment({ ...of, ...made }), requestKey: `a1/s1/package/${currency}/1` };
}

test("in every currency the provider takes, returns and reports what is due", async () => {
  const refused: string[] = [];
  for (const currency of currencies) {
    const unit = 10 ** digitsOf(currency);
    const payment = paymentOf(currency, 20 * unit);
    if (!isChargeable(currency, payment.minor)) {
      refused.push(currency);
      await expect(cards.charge(payment, card, payment.requestKey!)).rejects.toBeInstanceOf(Declined);
      continue;
    }
    const { ref, receivedMinor } = await cards.charge(payment, card, payment.requestKey!);
    const wanted = { id: `refund-${currency}`, minor: 5 * unit, currency, key: `refund-${currency}` };
    await cards.refund(ref, wanted, false);
    stub.dispute(ref, "needs_response");
    const { refundedMinor, disputedMinor } = await cards.find(ref);
    expect([currency, receivedMinor, refundedMinor, disputedMinor]).toEqual([
      currency,
      20 * unit,
      5 * unit,
      20 * unit,
    ]);
    const page = { done: "https://shop.example", cancelled: "https://shop.example", customerRef: undefined };
    const { ref: session } = await cards.checkout(
      { ...payment, requestKey: `${payment.requestKey}/page` },
      page,
    );
    expect(stub.sessions.get(session)!.amount).toBe(stub.intents.get(ref)!.amount);
  }
  expect(refused).toEqual(["IQD", "LYD", "UGX"]);
});

test("a part that the provider cannot return exactly is refused", async () => {
  const { id } = stub.intentOf("payment-MGA");
  const wanted = { id: "part", minor: 150, currency: "MGA", key: "part" };
  await expect(cards.refund(id, wanted, false)).rejects.toThrow("declined: no whole amount of MGA");
});

test("what the provider has since a moment is listed, as this service has named it", async () => {
  const eur = stub.intentOf("payment-EUR");
  // Other business of the same account.
  stub.succeed(stub.newIntent(700, "ugx", {}), 700, "4242");
  stub.refund([...stub.intents.keys()].at(-1)!, 700);
  const { charges, pages, refunds, disputes } = await cards.since(start);
  const named = {
    paymentId: "payment-EUR",
    requestKey: "a1/s1/package/EUR/1",
    subscriptionId: "s1",
    kind: "package",
  };
  const of = { currency: "EUR", createdAt: start };
  expect(charges.find(({ currency }) => currency === "EUR")).toEqual({
    ...named,
    ...of,
    period: undefined,
    ref: eur.id,
    state: "paid",
    minor: 2000,
  });
  expect(pages.find(({ paymentId }) => paymentId === "payment-EUR")).toEqual({
    ...named,
    requestKey: "a1/s1/package/EUR/1/page",
    period: undefined,
    ref: stub.sessionOf("payment-EUR").id,
    state: "open",
    createdAt: start,
  });
  expect(refunds.find(({ currency }) => currency === "EUR")).toEqual({
    ...of,
    ref: expect.stringMatching(/^re_/),
    chargeRef: eur.id,
    refundId: "refund-EUR",
    requestKey: undefined,
    state: "succeeded",
    minor: 500,
  });
  expect(disputes.find(({ currency }) => currency === "EUR")).toEqual({
    ...of,
    ref: expect.stringMatching(/^dp_/),
    chargeRef: eur.id,
    state: "needs_response",
    minor: 2000,
  });
  const charged = currencies.length - 3;
  expect([charges, pages, refunds, disputes].map(({ length }) => length)).toEqual(Array(4).fill(charged));
  const later = await cards.since(start + 1000);
  expect(later).toEqual({ charges: [], pages: [], refunds: [], disputes: [] });
});
