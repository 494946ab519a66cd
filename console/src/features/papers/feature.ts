import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Invoices and credit notes, and what they print. */
export const papers: ConsoleFeature = {
  before: "/me",
  parts: {
    taxOf: (accountId) => import("./read-tax.ts").then((code) => code.readTax(accountId)),
    billing: lazy(() => import("./billing-papers.tsx").then((code) => ({ default: code.BillingPapers }))),
  },
  pages: [
    {
      path: "/money",
      when: ["view", "papers"],
      title: t("Papers"),
      words: t("invoices credit notes seller tax VAT"),
      access: "operator",
      permission: "papers.view",
      operator: "money",
      load: () => import("./papers.tsx").then((code) => code.Papers),
    },
  ],
};
