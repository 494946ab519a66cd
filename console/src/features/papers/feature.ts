import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { settingsPage } from "../../parts/page.ts";

/** Invoices and credit notes, and what they print. */
export const papers: ConsoleFeature = {
  before: "/me",
  parts: {
    taxOf: (accountId) => import("./read-tax.ts").then((code) => code.readTax(accountId)),
    billing: lazy(() => import("./invoices-to.tsx").then((code) => ({ default: code.InvoicesTo }))),
    customer: {
      tab: "overview",
      Section: lazy(() => import("./invoices-to.tsx").then((code) => ({ default: code.DetailsOf }))),
    },
    billingRows: {
      key: "papers",
      what: t("Could not load the invoices"),
      load: (account, least) => import("./billing-rows.tsx").then((code) => code.paperRows(account, least)),
      find: (account, text) =>
        import("./billing-rows.tsx").then((code) => code.paperRows(account, 100, text)),
      download: (account) => import("./billing-rows.tsx").then((code) => code.downloadPapers(account)),
    },
  },
  pages: [
    settingsPage({
      path: "/settings/seller",
      title: t("Seller"),
      words: t("company address VAT ID IBAN BIC days to pay"),
      permission: "papers.view",
      section: {
        group: "selling",
        says: () => import("./settings-lines.ts").then((code) => code.sellerLine()),
      },
      load: () => import("./seller-page.tsx").then((code) => code.SellerPage),
    }),
    settingsPage({
      path: "/settings/taxes",
      title: t("Taxes"),
      words: t("VAT rates rules countries VIES reverse charge"),
      permission: "papers.view",
      section: {
        group: "selling",
        environment: ["PAPERS_", "VIES"],
        says: () => import("./settings-lines.ts").then((code) => code.taxesLine()),
      },
      load: () => import("./taxes-page.tsx").then((code) => code.TaxesPage),
    }),
    settingsPage({
      path: "/settings/datev",
      title: t("DATEV accounts"),
      words: t("bookkeeper tax consultant SKR03 SKR04 revenue accounts"),
      permission: "papers.view",
      section: {
        group: "selling",
        says: () => import("./settings-lines.ts").then((code) => code.accountsLine()),
      },
      load: () => import("./accounts-page.tsx").then((code) => code.AccountsPage),
    }),
  ],
};
