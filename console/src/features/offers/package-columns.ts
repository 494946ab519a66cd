import { counted } from "../../base/format.ts";
import { amountOf, price } from "../../base/money.ts";
import type { Column } from "../../parts/table.tsx";
import type { OfferPackage } from "./offer-queries.ts";

/** The facts of packages that are sold in a currency. */
export const packageColumns = (currency: string): readonly Column<OfferPackage>[] => [
  { head: "Package", cell: ({ credits }) => counted(credits, "credit") },
  { head: "Price", cell: (one) => price(one.price_minor, currency), figures: true },
  {
    head: "Per 1,000 credits",
    cell: (one) => price(amountOf(1000, one.price_minor, one.credits), currency),
    figures: true,
  },
  { head: "Valid", cell: ({ months }) => counted(months, "month"), figures: true },
];
