import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Prices for visitors, and offers for operators. */
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
    {
      path: "/plans",
      when: ["view", "prices"],
      title: t("Offers"),
      words: t("prices packages plans sell"),
      access: "operator",
      permission: "offers.view",
      operator: "plans",
      load: () => import("./offers.tsx").then((code) => code.Offers),
    },
    {
      path: "/plans/$productId",
      when: ["tab", "price"],
      title: t("Offer"),
      access: "operator",
      permission: "offers.view",
      load: () => import("./offer.tsx").then((code) => code.OfferPage),
    },
  ],
};
