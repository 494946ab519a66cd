import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { settingsPage } from "../../parts/page.ts";

const month = () => import("./month.tsx").then((code) => code.Month);

/** Statements that prove themselves, their check, and receipts of calls. */
export const proof: ConsoleFeature = {
  before: "/me",
  linked: ["/verify"],
  pages: [
    {
      path: "/verify",
      title: t("Verify"),
      words: t("check statement proof signature"),
      access: "public",
      load: () => import("./verify.tsx").then((code) => code.Verify),
    },
    {
      path: "/billing/statements/$month",
      title: t("Statement"),
      access: "user",
      permission: "papers.view",
      load: month,
    },
    {
      path: "/customers/$userId/statements/$month",
      title: t("Statement"),
      access: "operator",
      permission: "papers.view",
      load: month,
    },
    settingsPage({
      path: "/settings/proof",
      title: t("Proof"),
      words: t("signature statements verify keys signed days"),
      permission: "service.view",
      section: {
        group: "service",
        environment: ["STATEMENT_"],
        says: () => import("./proof-settings.tsx").then((code) => code.proofLine()),
      },
      load: () => import("./proof-settings.tsx").then((code) => code.ProofSettings),
    }),
  ],
  parts: {
    billingRows: {
      key: "statements",
      what: t("Could not load the statements"),
      load: (account) => import("./billing-rows.tsx").then((code) => code.statementRows(account)),
    },
    call: lazy(() => import("./receipt.tsx").then((code) => ({ default: code.ReceiptPart }))),
  },
};
