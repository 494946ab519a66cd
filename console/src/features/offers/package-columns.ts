import { t } from "../../base/language/language.ts";
import { amountOf, price } from "../../base/money.ts";
import type { Column } from "../../parts/table.tsx";
import type { OfferPackage } from "./offer-queries.ts";

/** The facts of packages that are sold in a currency. */
export const packageColumns = (currency: string): readonly Column<OfferPackage>[] => [
  {
    head: t("Package"),
    cell: ({ credits }) => t("{credits, plural, one {# credit} other {# credits}}", { credits }),
  },
  { head: t("Price"), cell: (one) => price(one.price_minor, currency), figures: true },
  {
    head: t("Per 1,000 credits"),
    cell: (one) => price(amountOf(1000, one.price_minor, one.credits), currency),
    figures: true,
  },
  {
    head: t("Valid"),
    cell: ({ months }) => t("{months, plural, one {# month} other {# months}}", { months }),
    figures: true,
  },
];
