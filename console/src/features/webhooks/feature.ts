import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

const common = { access: "user", permission: "events.view" } as const;

const webhook = {
  ...common,
  title: t("Webhook"),
  load: () => import("./webhook.tsx").then((code) => code.WebhookPage),
};

const list = {
  ...common,
  title: t("Webhooks"),
  words: t("deliveries secret events"),
  load: () => import("./webhooks.tsx").then((code) => code.Webhooks),
};

/** Pages of webhooks with their deliveries. */
export const webhooks: ConsoleFeature = {
  before: "/billing",
  pages: [
    { ...list, path: "/alerts", customer: "alerts" },
    { ...webhook, path: "/alerts/$webhookId" },
    {
      ...list,
      path: "/settings/webhooks",
      access: "operator",
      operator: "settings",
      section: {
        group: "people",
        environment: ["WEBHOOK"],
        says: () => import("./webhooks-line.ts").then((code) => code.webhooksLine()),
      },
    },
    { ...webhook, path: "/settings/webhooks/$webhookId" },
  ],
};
