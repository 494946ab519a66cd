import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { settingsPage } from "../../parts/page.ts";

const payment = {
  title: t("Payment"),
  permission: "papers.view",
  load: () => import("./payment.tsx").then((code) => code.PaymentPage),
} as const;

/** Buying plans and packages, their payments, and the operator's decisions on them. */
export const payments: ConsoleFeature = {
  before: "/me",
  pages: [
    {
      path: "/buy",
      title: t("Pay"),
      access: "user",
      permission: "plans.change",
      load: () => import("./buy.tsx").then((code) => code.Buy),
    },
    {
      path: "/money",
      title: t("Money"),
      words: t("payments transfers refunds disputes invoices credit notes unpaid periods renewals"),
      access: "operator",
      permission: "papers.view",
      operator: "money",
      load: () => import("./money.tsx").then((code) => code.Money),
    },
    {
      path: "/money/bank-file",
      title: t("Bank file"),
      access: "operator",
      permission: "payments.decide",
      load: () => import("./bank-file.tsx").then((code) => code.BankFile),
    },
    settingsPage({
      path: "/settings/payments",
      title: t("Payments"),
      words: t("transfer cards Stripe sell turn on off currency"),
      permission: "papers.view",
      section: {
        group: "selling",
        environment: ["BILLING_LAPSE", "PAYMENTS", "SLOW_DEBITS", "STRIPE_"],
        says: () => import("./payment-settings.tsx").then((code) => code.paymentsLine()),
      },
      load: () => import("./payment-settings.tsx").then((code) => code.PaymentSettingsPage),
    }),
    { ...payment, path: "/money/$paymentId", access: "operator" },
    { ...payment, path: "/billing/$paymentId", access: "user" },
  ],
  parts: {
    plans: lazy(() => import("./packages.tsx").then((code) => ({ default: code.Packages }))),
    billed: lazy(() => import("./top-up-form.tsx").then((code) => ({ default: code.TopUpSection }))),
    billing: lazy(() => import("./ways-to-pay.tsx").then((code) => ({ default: code.WaysToPay }))),
    billingRows: {
      key: "payments",
      what: t("Could not load the payments"),
      load: (account, least) => import("./billing-rows.tsx").then((code) => code.paymentRows(account, least)),
    },
    startPlan: lazy(() => import("./start-plan.tsx").then((code) => ({ default: code.StartPlan }))),
    unpaid: {
      unlessDebited: lazy(() =>
        import("./unpaid-period.tsx").then((code) => ({ default: code.UnlessDebited })),
      ),
      note: lazy(() => import("./unpaid-period.tsx").then((code) => ({ default: code.UnpaidNote }))),
      actions: lazy(() => import("./unpaid-period.tsx").then((code) => ({ default: code.UnpaidActions }))),
    },
    afterSignUp: (productId, subscriptionId) =>
      import("./after-sign-up.ts").then((code) => code.buyingPath(productId, subscriptionId)),
    afterSubscribing: (subscriptionId) =>
      import("./after-sign-up.ts").then((code) => code.firstPeriodPath(subscriptionId)),
    recordFor: lazy(() => import("./line-action.tsx").then((code) => ({ default: code.DueActions }))),
    matchTransfer: lazy(() => import("./match-dialog.tsx").then((code) => ({ default: code.MatchDialog }))),
    held: lazy(() => import("./lost-charges.tsx").then((code) => ({ default: code.LostCharges }))),
    user: { title: t("Payments"), pathOf: (userId) => `/money?range=all&user=${userId}` },
  },
};
