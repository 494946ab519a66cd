import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Plans with their prices and periods, for customers and operators. */
export const billing: ConsoleFeature = {
  before: "/profile",
  pages: [
    {
      // In place of the core's page of plans.
      path: "/plans",
      title: "Plans",
      words: "subscribe credits price change pause cancel",
      access: "user",
      permission: "credits.view",
      customer: "Billing",
      load: () => import("./plans.tsx").then((code) => code.BilledPlans),
    },
    {
      path: "/billing",
      title: "Billing",
      words: "credits expire cap periods pay renewal",
      access: "user",
      permission: "credits.view",
      customer: "Billing",
      load: () => import("./billing.tsx").then((code) => code.Billing),
    },
    {
      path: "/renewals",
      title: "Renewals",
      words: "unpaid lapsed due periods",
      access: "operator",
      permission: "papers.view",
      operator: "Business",
      load: () => import("./renewals.tsx").then((code) => code.Renewals),
    },
  ],
};
