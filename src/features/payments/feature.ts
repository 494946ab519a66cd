import type { Feature } from "../../feature.ts";
import { senderAccounts } from "./bank/bank-schema.ts";
import { paymentEvents } from "./events.ts";
import {
  askedDetails,
  disputeDeadlines,
  moneyLines,
  openInquiries,
  paidDebts,
  paymentRequests,
  paymentSearch,
  paymentTables,
  providerBalance,
  providerReports,
  refundTransfers,
  slowDebits,
  unsetPayments,
} from "./payments-schema.ts";
import { restoredMoney } from "./restored/restored-schema.ts";
import { paymentSettings } from "./settings.ts";

/** Payments by transfer and by card: of plans, renewals, packages, and of what is used beyond credits. */
export const payments: Feature = {
  name: "payments",
  comparisons: "src/features/payments/comparisons-script.ts",
  migrations: [
    paymentTables,
    paidDebts,
    unsetPayments,
    askedDetails,
    senderAccounts,
    paymentRequests,
    providerReports,
    slowDebits,
    restoredMoney,
    refundTransfers,
    openInquiries,
    paymentSearch,
    moneyLines,
    disputeDeadlines,
    providerBalance,
  ],
  settings: paymentSettings,
  events: paymentEvents,
  eventsAfter: "terms.published",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
