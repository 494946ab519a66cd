import { z } from "zod";
import { type FoundProblem, NotThere, ProviderRefused, type SetupProblem } from "./provider.ts";
import { balancePath } from "./stripe-balance.ts";
import { id } from "./stripe-objects.ts";
import type { StripeRequests } from "./stripe-request.ts";

// Whether Stripe's account, key and webhook endpoint are as this service needs them.

/** Event types of payments: those that are read hourly, at most 20. `refund.failed` is of newer versions. */
export const eventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.refunded",
  "charge.refund.updated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
] as const;

/** Types that an endpoint may lack: older versions do not have them, or another type means the same. */
const optionalTypes: ReadonlySet<string> = new Set([
  "payment_intent.canceled",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
]);

/** Without one of these, something happens at Stripe that the service reads up to an hour later. */
export const neededTypes: readonly string[] = eventTypes.filter((type) => !optionalTypes.has(type));

const Anything = z.unknown();
const Account = z.object({ id, charges_enabled: z.boolean().nullish() });
const Endpoint = z.object({ id, url: z.string(), status: z.string(), enabled_events: z.array(z.string()) });
const Endpoints = z.object({ data: z.array(Endpoint), has_more: z.boolean() });

/** Whether a key is for real money; undefined if its form does not show it. */
export function isLiveKey(key: string): boolean | undefined {
  const mode = /^[a-z]+_(live|test)_/.exec(key)?.[1];
  return mode === undefined ? undefined : mode === "live";
}

/** Inspects once. `lastCharge`: the ID of the last payment intent that was paid here. Throws `ProviderFailed` if Stripe does not answer. */
export async function inspectStripe(
  requests: StripeRequests,
  endpointUrl: string,
  lastCharge: string | undefined,
): Promise<FoundProblem<SetupProblem>[]> {
  try {
    const { id: account, charges_enabled: canCharge } = await requests.get("/v1/account", Account);
    // Its endpoints are of the other account, too.
    const found =
      lastCharge !== undefined && (await isOfAnother(requests, lastCharge))
        ? [otherAccount(account, lastCharge)]
        : await inspectEndpoint(requests, endpointUrl);
    const isKnown = found.some(({ code }) => code === "key_cannot_read");
    const problems = isKnown ? found : [...found, ...(await inspectBalance(requests))];
    return canCharge === false
      ? [
          {
            code: "account_cannot_charge",
            found: `Stripe's account ${account} cannot take payments`,
            advice: "Sign in to Stripe: its dashboard says what it needs of the account.",
          },
          ...problems,
        ]
      : problems;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return [error.status === 403 ? cannotRead("/v1/account") : refusedKey];
  }
}

/** Whether the account of the key does not have a charge that was made here. */
async function isOfAnother(requests: StripeRequests, lastCharge: string): Promise<boolean> {
  try {
    await requests.get(`/v1/payment_intents/${lastCharge}`, z.object({ id }));
    return false;
  } catch (error) {
    if (error instanceof NotThere) return true;
    // A restricted key may not read it.
    if (error instanceof ProviderRefused && error.status === 403) return false;
    throw error;
  }
}

const otherAccount = (account: string, lastCharge: string): FoundProblem<SetupProblem> => ({
  code: "account_other",
  found: `VINGATE_STRIPE_KEY is a key of Stripe's account ${account}, which does not have ${lastCharge}, the last charge that was made here: it is of another account, or of another mode. Saved cards are not charged, and earlier charges can be neither refunded nor followed`,
  advice:
    "Set VINGATE_STRIPE_KEY to a key of the account and mode that made the earlier charges. If you have changed the account, customers enter their cards again: this ends with the first charge there. Refund what the former account took by transfer.",
});

const refusedKey: FoundProblem<SetupProblem> = {
  code: "key_refused",
  found:
    "Stripe refuses VINGATE_STRIPE_KEY: it is wrong, or was revoked. No card is charged and no refund is made",
  advice:
    "Set VINGATE_STRIPE_KEY to a valid secret key of the account (Stripe: Developers, API keys), and restart the service.",
};

const cannotRead = (path: string): FoundProblem<SetupProblem> => ({
  code: "key_cannot_read",
  found: `VINGATE_STRIPE_KEY may not read ${path}, so how Stripe is set up is not checked`,
  advice:
    "Permit the restricted key to read the account, webhook endpoints, events and the balance, or use a secret key.",
});

/** Nothing if the balance can be read. */
async function inspectBalance(requests: StripeRequests): Promise<FoundProblem<SetupProblem>[]> {
  try {
    await requests.get(`${balancePath}?limit=1&expand[]=data.source`, Anything);
    return [];
  } catch (error) {
    if (!(error instanceof ProviderRefused) || error.status !== 403) throw error;
    const path = balancePath;
    const found = `VINGATE_STRIPE_KEY may not read ${path}, so no month has Stripe's fees and payouts`;
    return [{ ...cannotRead(path), found }];
  }
}

async function inspectEndpoint(requests: StripeRequests, url: string): Promise<FoundProblem<SetupProblem>[]> {
  let all: z.output<typeof Endpoint>[];
  try {
    all = await requests.list("/v1/webhook_endpoints", {}, Endpoints);
  } catch (error) {
    if (error instanceof ProviderRefused && error.status === 403)
      return [cannotRead("/v1/webhook_endpoints")];
    throw error;
  }
  const own = all.filter((one) => one.url === url);
  if (own.length === 0)
    return [
      {
        code: "endpoint_missing",
        found: `No webhook endpoint of Stripe leads to ${url}: what happens there is read once an hour`,
        advice: `Add one at Stripe (Developers, Webhooks) with the URL ${url} and the events ${neededTypes.join(", ")}, set VINGATE_STRIPE_WEBHOOK_SECRETS to its signing secret, and restart the service. If customers reach the service by another address, correct VINGATE_PUBLIC_URL.`,
      },
    ];
  const enabled = own.filter(({ status }) => status === "enabled");
  if (enabled.length === 0)
    return [
      {
        code: "endpoint_disabled",
        found: `Stripe has disabled the webhook endpoint ${own[0]!.id}: what happens there is read once an hour`,
        advice: "Enable it at Stripe (Developers, Webhooks), which says why it was disabled.",
      },
    ];
  const sent = new Set(enabled.flatMap(({ enabled_events: types }) => types));
  const missing = sent.has("*") ? [] : neededTypes.filter((type) => !sent.has(type));
  if (missing.length === 0) return [];
  return [
    {
      code: "events_not_sent",
      found: `The webhook endpoint ${enabled[0]!.id} of Stripe does not send ${missing.join(", ")}: they are read once an hour`,
      advice: "Add these events to the endpoint at Stripe (Developers, Webhooks).",
    },
  ];
}
