import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import type { Page } from "../../parts/page.ts";

const common = { access: "user", permission: "events.view" } as const;

/** The pages below an address: those of an account, and those of operators. */
const below = (path: string): readonly Page[] => [
  {
    ...common,
    path: `${path}/$webhookId`,
    title: t("Webhook"),
    load: () => import("./webhook.tsx").then((code) => code.WebhookPage),
  },
  {
    ...common,
    path: `${path}/$webhookId/deliveries/$eventId`,
    title: t("Delivery"),
    load: () => import("./delivery.tsx").then((code) => code.DeliveryPage),
  },
];

const list = {
  ...common,
  title: t("Webhooks"),
  words: t("deliveries secret events"),
  load: () => import("./webhooks.tsx").then((code) => code.Webhooks),
};

/** Pages of webhooks and their deliveries. */
export const webhooks: ConsoleFeature = {
  before: "/billing",
  pages: [
    { ...list, path: "/alerts", customer: "alerts" },
    ...below("/alerts"),
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
    ...below("/settings/webhooks"),
  ],
};
