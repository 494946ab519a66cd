import { z } from "zod";
import { endpoint } from "../../../calls/context.ts";
import { readBody } from "../../../http/body.ts";
import type { ProtocolReply } from "../../../http/endpoint.ts";
import { forbidden, unavailable } from "../../../http/errors.ts";
import { opened } from "../../../running/opened.ts";
import { Payments } from "../payments.ts";
import { ProviderFailed } from "../providers/provider.ts";
import { applyEvent } from "../settling/apply-event.ts";

export const eventEndpoint = endpoint({
  id: "receivePaymentEvent",
  tag: "Payments",
  audience: "none",
  extension: true,
  method: "POST",
  path: "/payments/stripe/events",
  summary: "Receive an event of Stripe",
  description:
    "For Stripe's webhook endpoint: `checkout.session.*`, `payment_intent.*`, `charge.*`, `refund.*`. `Stripe-Signature` is checked. An event is a hint: the payment's state is read from Stripe, so that events can come twice, late and in any order. One of an object that this service has not made is counted.",
  response: z.object({ status: z.literal("received") }),
  errors: ["forbidden", "unavailable"],
  answers: "protocol",
  requestHeaders: ["stripe-signature"],
  handle: async (context, call): Promise<ProtocolReply> => {
    const { settlement, watch } = opened(context, Payments);
    const { cards } = settlement;
    const body = new TextDecoder().decode((await readBody(call.request!)) ?? new Uint8Array());
    const event = cards?.read(call.sentHeaders.get("stripe-signature") ?? "", body, context.clock());
    const now = context.clock();
    if (cards && !event) watch.refused(now);
    if (!cards || !event) throw forbidden("The event is not signed by Stripe, or older than five minutes.");
    watch.heard(cards, event, now);
    try {
      watch.applied(await applyEvent(context, settlement, cards, event));
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      throw unavailable("Stripe does not answer. Send the event again.");
    }
    return { status: 200, type: "application/json", body: '{"status":"received"}' };
  },
});
