import { dayMs, monthRange } from "../../../base/durations.ts";
import { type SoldByCard, thirteen } from "./sold-months.ts";
import type { StripeStub } from "./stripe-stub.ts";

/** The buyer whose payments the provider exchanges, and into what. */
const exchanged = { buyer: "us", into: "eur" } as const;

interface Act {
  readonly at: number;
  readonly act: () => void;
}

/** Has a provider keep the balance of sales: their fees, what went back, disputes, exchanges, payouts and its own. */
export function keepBalance(stripe: StripeStub, sales: readonly SoldByCard[]): void {
  const acts = [...sales.flatMap((sold, number) => actsOf(stripe, sold, number)), ...ownActs(stripe)];
  for (const { at, act } of acts.toSorted((one, other) => one.at - other.at)) {
    stripe.clock = () => at;
    act();
  }
}

function actsOf(
  stripe: StripeStub,
  { intent: id, buyer, currency, at, minor, back }: SoldByCard,
  number: number,
) {
  const acts: Act[] = [];
  const add = (when: number, rate: number, work: () => void) =>
    acts.push({
      at: when,
      act: () => {
        stripe.balance.exchange = buyer === exchanged.buyer ? { into: exchanged.into, rate } : undefined;
        work();
        stripe.balance.exchange = undefined;
      },
    });
  // Some have the money days before this service notes it, so some in the month before.
  const charged = at - (number % 3 === 0 ? 6 * dayMs : 1000);
  add(charged, 0.9, () => {
    stripe.succeed(stripe.newIntent(minor, currency.toLowerCase(), {}, id), minor, "4242");
  });
  // In the month before, of those that were returned in the first days of a month.
  const returned = back && Math.max(charged + 1000, back.at - (number % 2) * 5 * dayMs);
  if (back?.as === "refunded") add(returned!, 0.95, () => stripe.refund(id, back.minor));
  if (back?.as === "failed") add(returned!, 0.95, () => stripe.failRefund(stripe.refund(id, back.minor).id));
  if (back?.as === "lost") {
    add(charged + 2000, 0.9, () => stripe.dispute(id, "needs_response", back.minor));
    add(back.at, 0.9, () => stripe.dispute(id, "lost"));
  }
  if (!back && number % 4 === 0) {
    add(charged + 2000, 0.9, () => stripe.dispute(id, "needs_response"));
    add(charged + 30 * dayMs, 0.9, () => stripe.dispute(id, "won"));
  }
  return acts;
}

/** Payouts of each month, of which one fails; and what the provider moves by itself. */
function ownActs(stripe: StripeStub): Act[] {
  const { balance } = stripe;
  const move = (
    at: number,
    type: string,
    category: string,
    currency: string,
    amount: number,
    id?: string,
  ) => ({
    at,
    act: () =>
      balance.move({
        created: Math.floor(at / 1000),
        type,
        category,
        currency,
        amount,
        ...(id !== undefined && { source: { id, object: type } }),
      }),
  });
  const payouts = thirteen.flatMap((month, index) =>
    ["eur", "usd", "jpy", "kwd"].flatMap((currency) => {
      const at = monthRange(month).to - 2 * dayMs;
      const id = `po_${month}_${currency}`;
      const amount = 10_000 * (index + 1) + currency.length;
      const paid = move(at, "payout", "payout", currency, -amount, id);
      // It fails in the next month.
      return index === 4
        ? [paid, move(at + 4 * dayMs, "payout_failure", "payout_reversal", currency, amount, id)]
        : [paid];
    }),
  );
  const { from } = monthRange("2027-06");
  const fees = Array.from({ length: 130 }, (_, index) =>
    move(from + index * 1000, "stripe_fee", "fee", "eur", -(index + 1)),
  );
  return [
    ...payouts,
    ...fees,
    move(from + dayMs, "topup", "topup", "eur", 500_000, "tu_1"),
    move(from + 2 * dayMs, "topup_reversal", "topup_reversal", "eur", -100_000, "tu_1"),
    move(from + 3 * dayMs, "stripe_fee", "network_cost", "usd", -77),
    move(from + 3 * dayMs, "tax_fee", "tax", "usd", -15),
    move(from + 4 * dayMs, "reserved_funds", "risk_reserved_funds", "eur", -5000),
    move(from + 40 * dayMs, "reserved_funds", "risk_reserved_funds", "eur", 5000),
    move(from + 5 * dayMs, "adjustment", "other_adjustment", "jpy", -333),
    // Other business of the account.
    {
      at: from + 6 * dayMs,
      act: () => stripe.succeed(stripe.newIntent(4200, "eur", {}, "pi_other"), 4200, "4242"),
    },
  ];
}
