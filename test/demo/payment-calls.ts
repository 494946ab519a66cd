import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";

const acme = () => ({ user_id: "acme" });
const subscription = () => ({ id: "acme-fleet" });
const wanted = { subscription_id: "acme-fleet", kind: "package", package_id: "credits-1000" };
const buying = () => ({ ...wanted, minor: 1200, currency: "EUR", method: "transfer" });
const ids = { first: "", second: "", transfer: "", refund: "" };
const first = () => ({ id: ids.first });
const keep = (name: keyof typeof ids) => (body: { id: string }) => {
  ids[name] = body.id;
};

/** A package that is bought by transfer, and what follows. */
export const paymentCalls = [
  {
    operation: "quotePayment",
    prepare: async ({ database }: Context) => {
      await database.run(sql`update app_user set email_confirmed_at = registered_at where id = 'acme'`);
      await database.run(sql`
        insert into payment_method (account_id, provider, customer_ref, method_ref, label, saved_at)
        values ('acme', 'stripe', 'cus_1', 'pm_1', 'Visa ending 4242', 1795219200000)`);
    },
    query: () => wanted,
  },
  { operation: "createPayment", json: buying, keep: keep("first") },
  { operation: "createPayment", json: buying, keep: keep("second") },
  { operation: "getPayment", params: first },
  { operation: "listPayments", query: () => ({ page: 1, page_size: 1 }) },
  { operation: "receivePayment", params: first, json: () => ({ minor: 1200 }) },
  { operation: "refreshPayment", params: first },
  { operation: "previewRefund", params: first, query: () => ({ minor: 300 }) },
  {
    operation: "refundPayment",
    params: first,
    json: () => ({ minor: 300, reason: "Requested by customer", iban: "DE89 3704 0044 0532 0130 00" }),
  },
  {
    operation: "listRefundTransfers",
    query: () => ({ state: "open", page: 1, page_size: 1 }),
    keep: ([refund]: [{ id: string }]) => {
      ids.refund = refund.id;
    },
  },
  {
    operation: "noteRefundSent",
    params: () => ({ id: ids.refund }),
    json: () => ({}),
  },
  {
    operation: "forgivePayment",
    prepare: async ({ database }: Context) => {
      await database.run(sql`update payment set owed = 40 where id = ${ids.first}`);
    },
    params: first,
  },
  {
    operation: "recordTransfer",
    json: () => ({
      bank_ref: "2026-11-21/0042",
      minor: 1200,
      currency: "EUR",
      reference: "CREDITS NOV",
      sender: "ACME FLEET GMBH",
    }),
    keep: keep("transfer"),
  },
  { operation: "listTransfers", query: () => ({ state: "unmatched", page: 1, page_size: 2 }) },
  {
    operation: "matchTransfer",
    params: () => ({ id: ids.transfer }),
    json: () => ({ payment_id: ids.second }),
  },
  { operation: "resolvePayment", params: () => ({ id: ids.second }) },
  {
    operation: "returnTransfer",
    prepare: async ({ database }: Context) => {
      await database.run(sql`update payment_transfer set state = 'unmatched', payment_id = null`);
    },
    params: () => ({ id: ids.transfer }),
  },
  { operation: "createPayment", json: buying, keep: keep("second") },
  { operation: "cancelPayment", params: () => ({ id: ids.second }) },
  {
    operation: "getRestoredPayments",
    prepare: async ({ database, clock }: Context) => {
      const at = clock();
      await database.run(sql`
        insert into payment_listing (provider, state, from_at, begun_at, handled, next_at)
        values ('stripe', 'done', ${at}, ${at}, 42, 0)`);
      await database.run(sql`
        insert into restored_charge (provider_ref, named, subscription_id, kind, period, minor, currency, charged_at,
          is_kept)
        values ('pi_1', 'p1', 'acme-fleet', 'renewal', 7, 5880, 'EUR', ${at}, 0)`);
    },
  },
  {
    operation: "matchLostCharge",
    params: () => ({ ref: "pi_1" }),
    json: () => ({ subscription_id: "acme-fleet" }),
  },
  {
    operation: "putTopUp",
    params: subscription,
    json: () => ({
      enabled: true,
      threshold: 200,
      package_id: "credits-1000",
      month_limit_minor: 2400,
    }),
  },
  { operation: "getTopUp", params: subscription },
  { operation: "getPaymentSettings" },
  { operation: "putPaymentSettings", json: () => ({ payments: "manual" }) },
  { operation: "getPaymentMethod", params: acme },
  { operation: "deletePaymentMethod", params: acme },
] as const;
