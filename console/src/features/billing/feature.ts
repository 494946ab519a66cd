import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Plans with their prices and periods, for customers and operators. */
export const billing: ConsoleFeature = {
  before: "/me",
  pages: [
    {
      // In place of the core's page of plans.
      path: "/billing",
      title: t("Billing"),
      words: t(
        "plans subscribe price change pause cancel credits expire cap pay renewal invoices statements",
      ),
      access: "user",
      permission: "credits.view",
      customer: "billing",
      load: () => import("./billing.tsx").then((code) => code.Billing),
    },
  ],
};
