import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Prices for visitors, and those of plans for operators. */
export const offers: ConsoleFeature = {
  before: "/data",
  linked: ["/pricing"],
  pages: [
    {
      path: "/pricing",
      title: t("Pricing"),
      access: "public",
      load: () => import("./pricing.tsx").then((code) => code.Pricing),
    },
  ],
  parts: {
    planWith: (apis) => import("./plan-with.ts").then((code) => code.planWith(apis)),
    planPrices: {
      permission: "offers.view",
      Part: lazy(() => import("./plan-prices.tsx").then((code) => ({ default: code.PlanPrices }))),
    },
    planPrice: {
      permission: "offers.view",
      Part: lazy(() => import("./plan-price.tsx").then((code) => ({ default: code.PlanPrice }))),
    },
  },
};
