import { z } from "zod";
import type { ListedCharge, OnPage, ProviderListing } from "./provider.ts";
import { id, metadata, minorOf, stateOf } from "./stripe-objects.ts";
import type { Form, StripeRequests } from "./stripe-request.ts";
import { fromStripe } from "./stripe-units.ts";

// Lists of Stripe's objects. Lists have what was just made; Stripe's search gets it up to a minute later.

const created = z.int().min(0);
const amount = z.int().min(0);
export const ref = z.union([id, z.object({ id })]).nullish();

/** A page of a list, of which the next one begins after the last member. */
export const listOf = <S extends z.ZodType>(member: S) =>
  z.object({ data: z.array(member), has_more: z.boolean() });

const Charge = z.object({ id, status: z.string(), created, amount, currency: z.string(), metadata });
const Page = z.object({ id, status: z.enum(["open", "complete", "expired"]), created, metadata });
const Dispute = z.object({
  id,
  status: z.string(),
  created,
  amount,
  currency: z.string(),
  payment_intent: ref,
});
const Refund = Dispute.extend({ status: z.string().nullish(), metadata });

export const Refunds = listOf(Refund);

export const from = (createdAfter: number): Form => ({
  "created[gte]": String(Math.floor(createdAfter / 1000)),
});

export const refOf = (of: z.output<typeof ref>): string | null =>
  typeof of === "string" ? of : (of?.id ?? null);

/** How this service has named what it was made for. */
const namesOf = (meta: z.output<typeof metadata>) => ({
  paymentId: meta?.payment_id,
  requestKey: meta?.request_key,
  subscriptionId: meta?.subscription_id,
  kind: meta?.kind,
  period: /^\d{1,9}$/.test(meta?.period ?? "") ? Number(meta?.period) : undefined,
});

interface Amount {
  readonly currency: string;
  readonly amount: number;
}

const sumOf = (one: Amount) => {
  const currency = one.currency.toUpperCase();
  return { currency, minor: minorOf(currency, one.amount) };
};

/** Whether a sum can be of this service: the account can have other business, in currencies that it does not charge. */
const isReadable = (one: Amount): boolean => fromStripe(one.currency.toUpperCase(), one.amount) !== undefined;

export async function listCharges(
  requests: StripeRequests,
  createdAfter: number,
  customerRef?: string,
  onPage?: OnPage,
): Promise<ListedCharge[]> {
  const of = { ...from(createdAfter), ...(customerRef !== undefined && { customer: customerRef }) };
  const all = await requests.list("/v1/payment_intents", of, listOf(Charge), onPage);
  return all
    .filter(({ metadata: meta }) => meta?.payment_id !== undefined)
    .map((one) => ({
      ...namesOf(one.metadata),
      ...sumOf(one),
      ref: one.id,
      state: stateOf(one.status),
      createdAt: one.created * 1000,
    }));
}

/** All of this service since a moment, milliseconds UTC; of refunds and disputes, those made by hand too. */
export async function listSince(
  requests: StripeRequests,
  createdAfter: number,
  onPage?: OnPage,
): Promise<ProviderListing> {
  const of = from(createdAfter);
  const pages = await requests.list("/v1/checkout/sessions", of, listOf(Page), onPage);
  const refunds = await requests.list("/v1/refunds", of, Refunds, onPage);
  const disputes = await requests.list("/v1/disputes", of, listOf(Dispute), onPage);
  return {
    charges: await listCharges(requests, createdAfter, undefined, onPage),
    pages: pages
      .filter(({ metadata: meta }) => meta?.payment_id !== undefined)
      .map((one) => ({
        ...namesOf(one.metadata),
        ref: one.id,
        state: one.status,
        createdAt: one.created * 1000,
      })),
    refunds: refunds.filter(isReadable).map((one) => ({
      ...sumOf(one),
      ref: one.id,
      chargeRef: refOf(one.payment_intent),
      refundId: one.metadata?.refund_id,
      requestKey: one.metadata?.request_key,
      state: one.status ?? "pending",
      createdAt: one.created * 1000,
    })),
    disputes: disputes.filter(isReadable).map((one) => ({
      ...sumOf(one),
      ref: one.id,
      chargeRef: refOf(one.payment_intent),
      state: one.status,
      createdAt: one.created * 1000,
    })),
  };
}
