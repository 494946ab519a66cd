import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Plans with their prices and periods, for customers and operators. */
export const billing: ConsoleFeature = {
  before: "/me",
  pages: [
    {
      path: "/billing",
      title: t("Billing"),
      words: t("credits expire cap periods pay renewal"),
      access: "user",
      permission: "credits.view",
      customer: "billing",
      load: () => import("./billing.tsx").then((code) => code.Billing),
    },
    {
      // In place of the core's page of plans.
      path: "/billing",
      when: ["tab", "plans"],
      title: t("Plans"),
      words: t("subscribe credits price change pause cancel"),
      access: "user",
      permission: "credits.view",
      customer: "billing",
      load: () => import("./plans.tsx").then((code) => code.BilledPlans),
    },
  ],
};
