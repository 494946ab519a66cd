import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Pages of webhooks and their deliveries. */
export const webhooks: ConsoleFeature = {
  before: "/plans",
  pages: [
    {
      path: "/webhooks",
      title: "Webhooks",
      words: "deliveries secret events",
      access: "user",
      permission: "events.view",
      customer: "Account",
      operator: "Service",
      load: () => import("./webhooks.tsx").then((code) => code.Webhooks),
    },
    {
      path: "/webhooks/$webhookId",
      title: "Webhook",
      access: "user",
      permission: "events.view",
      load: () => import("./webhook.tsx").then((code) => code.WebhookPage),
    },
    {
      path: "/webhooks/$webhookId/deliveries/$eventId",
      title: "Delivery",
      access: "user",
      permission: "events.view",
      load: () => import("./delivery.tsx").then((code) => code.DeliveryPage),
    },
  ],
};
