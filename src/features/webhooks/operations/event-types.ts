import { z } from "zod";
import { endpoint } from "../../../calls/context.ts";
import { isOperator } from "../../../http/caller.ts";
import { json } from "../../../http/endpoint.ts";
import { declaredEvents } from "../../../outbox/declared-events.ts";

const EventTypeInfo = z
  .object({
    type: z.string().describe("The name, as a webhook's `types` has it."),
    meaning: z.string().describe("When the event is sent."),
    operators_only: z.boolean().describe("Whether only operators' webhooks receive it."),
    data: z.record(z.string(), z.unknown()).describe("An example of such an event's `data`."),
  })
  .meta({ id: "WebhookEventType" });

export const eventTypeEndpoints = [
  endpoint({
    id: "listWebhookEventTypes",
    method: "GET",
    path: "/webhooks/event-types",
    tag: "Webhooks",
    summary: "List the types of events that webhooks receive",
    description: "Customers see those that they can receive.",
    audience: "customer",
    permission: "events.view",
    response: z.array(EventTypeInfo),
    extension: true,
    handle: (_, { caller }) =>
      json(
        declaredEvents
          .filter(({ operators }) => isOperator(caller) || !operators)
          .map(({ type, meaning, operators, data }) => ({
            type,
            meaning,
            operators_only: operators === true,
            data,
          })),
      ),
  }),
];
