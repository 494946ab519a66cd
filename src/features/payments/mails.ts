import { formatMoney } from "../../base/format/money.ts";
import { dayIn } from "../../base/format/words.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import { productName } from "../../management/products/product-name.ts";
import { type MailContent, type MailFile, mailKind } from "../../outbox/mail-kinds.ts";
import { mailedFiles } from "../papers/issue.ts";
import { hasDetails } from "../papers/parties/buyer.ts";
import type { PaymentData } from "./events.ts";
import {
  failedMail,
  paidMail,
  reasonOf,
  refundedMail,
  reinstatedMail,
  sample,
  sumOf,
} from "./mail-contents.ts";
import { referencesIn } from "./prices/reference.ts";
import type { Payment } from "./rows/payment.ts";
import { findPayment, selectPayments } from "./rows/payment-rows.ts";

/** The payment of an event; undefined if it was erased since. */
const paymentOf = ({ database }: Context, { payment_id }: PaymentData): Promise<Payment | undefined> =>
  findPayment(database, payment_id);

const filesOf = async (context: Context, paperId: string | null): Promise<readonly MailFile[]> =>
  paperId === null ? [] : mailedFiles(context, paperId);

/** What an operator does first about a transfer for payments whose buyer no invoice can name. */
async function unnamed(db: Queries, text: string): Promise<string[]> {
  const references = referencesIn(text);
  if (references.length === 0) return [];
  const payments = await selectPayments(
    db,
    sql`where reference in (${list([...references])}) and not ${hasDetails(sql`y.account_id`)}`,
  );
  return payments.map(
    ({ id, accountId }) =>
      `It names payment ${id} of account ${accountId}, whose country or address is missing, so that no invoice can be issued. Ask the customer to enter them under Billing, or enter them on the page of the user.`,
  );
}

const disputes = {
  inquiry: "is asked about by the customer's bank",
  open: "is disputed",
  won: "was disputed, and the dispute is won",
  lost: "was disputed, and the dispute is lost",
} as const;

/** The mails of payments. */
export const paymentMails = [
  mailKind<Context, "payment.paid">({
    id: "payment_paid",
    event: "payment.paid",
    title: "Payment received, with invoice",
    to: "customer",
    async write(context, data): Promise<MailContent | undefined> {
      const payment = await paymentOf(context, data);
      if (!payment) return undefined;
      return { ...paidMail(payment, data), files: await filesOf(context, data.paper_id) };
    },
    preview: (data) => paidMail(sample, data),
  }),
  mailKind<Context, "payment.failed">({
    id: "payment_failed",
    event: "payment.failed",
    title: "Payment failed",
    to: "customer",
    async write(context, data, reader): Promise<MailContent | undefined> {
      const payment = await paymentOf(context, data);
      return payment && failedMail(payment, data, reader);
    },
    preview: (data, reader) => failedMail(sample, data, reader),
  }),
  mailKind<Context, "payment.refunded">({
    id: "payment_refunded",
    event: "payment.refunded",
    title: "Payment refunded",
    to: "customer",
    write: async (context, data) => ({
      ...refundedMail(data),
      files: await filesOf(context, data.paper_id),
    }),
    preview: refundedMail,
  }),
  mailKind<Context, "billing_details.missing">({
    id: "billing_details_missing",
    event: "billing_details.missing",
    title: "Billing details missing before a renewal",
    to: "customer",
    async write({ database }, data, { timeZone }) {
      const day = (at: string) => dayIn(Date.parse(at), timeZone);
      const name = await productName(database, data.product_id);
      return {
        subject: `Enter your country and address for the invoice of ${name}`,
        before: [
          `The period from ${day(data.starts_at)} on costs ${formatMoney(data.price_minor, data.currency)} without tax. Its invoice must name your country and address, and they decide the tax.`,
          "Without them nothing is charged.",
        ],
        rows: [{ label: "Kept until", value: day(data.kept_until) }],
        after: ["If they are not entered until then, renewals stop, and you owe nothing for the period."],
        button: { text: "Enter billing details", path: "/console/billing" },
      };
    },
  }),
  mailKind<Context, "topup.stopped">({
    id: "topup_stopped",
    event: "topup.stopped",
    title: "Automatic top-up stopped",
    to: "customer",
    write: (_, { failures, reason }) => ({
      subject: "Automatic top-up stopped",
      before: [
        `${failures} payments in a row failed, so automatic top-up is off. Reason: ${reasonOf(reason)}. Nothing was charged.`,
        "Your keys work with the credits that are left. After them, calls return 402 and cost nothing.",
      ],
      button: { text: "Change card and turn on", path: "/console/billing" },
    }),
  }),
  mailKind<Context, "payment.disputed">({
    id: "payment_disputed",
    event: "payment.disputed",
    title: "Payment disputed",
    to: "operators",
    write: (_, data) => ({
      subject: `A payment of ${sumOf(data)} ${disputes[data.dispute]}`,
      before: [
        data.dispute === "inquiry"
          ? "Nothing was taken, and no credits are set aside. Respond at the provider, or refund it, so that no dispute follows."
          : data.dispute === "open"
            ? "The credits that are left of it are set aside until the dispute is decided. Respond at the provider."
            : "The credits follow from it already.",
      ],
      button: { text: "View payments", path: "/console/money" },
    }),
  }),
  mailKind<Context, "payment.reinstated">({
    id: "payment_reinstated",
    event: "payment.reinstated",
    title: "Refund failed, or dispute won",
    to: "customer",
    write: async (context, data) => ({
      ...reinstatedMail(data),
      files: await filesOf(context, data.paper_id),
    }),
    preview: reinstatedMail,
  }),
  mailKind<Context, "payment.provider_problem">({
    id: "payment_provider_problem",
    event: "payment.provider_problem",
    title: "Payment provider needs an operator",
    to: "operators",
    write: (_, { found, advice }) => ({
      subject: "The payment provider needs an operator",
      before: [`${found}.`, advice],
      button: { text: "View payments", path: "/console/money" },
    }),
  }),
  mailKind<Context, "payment.unmatched">({
    id: "payment_unmatched",
    event: "payment.unmatched",
    title: "Money received without a payment",
    to: "operators",
    write: async ({ database }, { minor, currency, reference }) => ({
      subject: `${formatMoney(minor, currency)} was received without a payment`,
      before: [...(await unnamed(database, reference)), "Match it with a payment, or return it."],
      rows: [{ label: "Reference", value: reference }],
      button: { text: "View payments", path: "/console/money" },
    }),
  }),
];
