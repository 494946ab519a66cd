import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Pages of webhooks and their deliveries. */
export const webhooks: ConsoleFeature = {
  before: "/plans",
  pages: [
    {
      path: "/webhooks",
      title: t("Webhooks"),
      words: t("deliveries secret events"),
      access: "user",
      permission: "events.view",
      customer: "Account",
      operator: "Service",
      load: () => import("./webhooks.tsx").then((code) => code.Webhooks),
    },
    {
      path: "/webhooks/$webhookId",
      title: t("Webhook"),
      access: "user",
      permission: "events.view",
      load: () => import("./webhook.tsx").then((code) => code.WebhookPage),
    },
    {
      path: "/webhooks/$webhookId/deliveries/$eventId",
      title: t("Delivery"),
      access: "user",
      permission: "events.view",
      load: () => import("./delivery.tsx").then((code) => code.DeliveryPage),
    },
  ],
};
