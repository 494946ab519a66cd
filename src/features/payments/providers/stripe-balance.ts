import { z } from "zod";
import type { BalanceEntry } from "../rows/balance-rows.ts";
import { from as createdFrom, listOf, ref, refOf } from "./stripe-listing.ts";
import { id } from "./stripe-objects.ts";
import type { StripeRequests } from "./stripe-request.ts";
import { fromStripe } from "./stripe-units.ts";

// Stripe's balance transactions: https://docs.stripe.com/api/balance_transactions

export const balancePath = "/v1/balance_transactions";

const Entry = z.object({
  id,
  created: z.int().min(0),
  type: z.string().max(255),
  reporting_category: z.string().max(255),
  currency: z.string(),
  amount: z.int(),
  fee: z.int(),
  // What is not a charge, a refund or a dispute is read as its ID alone.
  source: z.union([id, z.object({ id, payment_intent: ref })]).nullish(),
});

/** From one moment up to before another, the newest first; without those in units that this service cannot state. */
export async function listBalance(
  requests: StripeRequests,
  from: number,
  to: number | undefined,
): Promise<BalanceEntry[]> {
  const of = {
    ...createdFrom(from),
    ...(to !== undefined && { "created[lt]": String(Math.floor(to / 1000)) }),
    "expand[]": "data.source",
  };
  const all = await requests.list(balancePath, of, listOf(Entry));
  return all.flatMap((one) => {
    const currency = one.currency.toUpperCase();
    const minor = fromStripe(currency, one.amount);
    const feeMinor = fromStripe(currency, one.fee);
    if (minor === undefined || feeMinor === undefined) return [];
    const { id, type, reporting_category: category, source } = one;
    return {
      id,
      createdAt: one.created * 1000,
      type,
      category,
      currency,
      minor,
      feeMinor,
      source: refOf(source),
      chargeRef: typeof source === "object" && source ? refOf(source.payment_intent) : null,
    };
  });
}
