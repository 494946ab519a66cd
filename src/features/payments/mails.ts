import { formatMoney } from "../../base/format/money.ts";
import { count, counted, dayIn } from "../../base/format/words.ts";
import type { Context } from "../../calls/context.ts";
import type { PaymentData } from "../../outbox/events.ts";
import { type MailContent, type MailFile, type MailRow, mailKind } from "../../outbox/mail-kinds.ts";
import { paperFile } from "../papers/issue.ts";
import type { Payment } from "./rows/payment.ts";
import { findPayment } from "./rows/payment-rows.ts";

const sumOf = ({ minor, currency }: PaymentData): string => formatMoney(minor, currency);
const payments = { text: "View payments", path: "/console/billing" } as const;

/** The payment of an event; undefined if it was erased since. */
const paymentOf = ({ database }: Context, { payment_id }: PaymentData): Promise<Payment | undefined> =>
  findPayment(database, payment_id);

const fileOf = async (context: Context, paperId: string | null): Promise<MailFile[]> =>
  paperId === null ? [] : [await paperFile(context, paperId)];

/** What was bought, with its sum, as the invoice has it. */
function paidRows({ credits, terms, netMinor, minor, currency }: Payment): MailRow[] {
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    ...(credits > 0 ? [{ label: terms.text, value: `+${count(credits)}` }] : []),
    { label: "Net", value: money(netMinor) },
    { label: "Tax", value: money(minor - netMinor) },
    { label: "Paid", value: money(minor), isTotal: true },
  ];
}

const subjects: Readonly<Record<Payment["kind"], (payment: Payment, sum: string) => string>> = {
  plan: ({ terms }) => `${terms.text} is paid`,
  renewal: ({ terms }) => `${terms.text} is paid`,
  package: ({ credits }) => `${counted(credits, "credit")} added`,
  automatic: ({ credits }) => `Topped up: ${counted(credits, "credit")} added`,
  overage: (_, sum) => `${sum} paid for credits beyond your plan`,
};

/** Codes of refusals, as people read them. */
const reasons: Readonly<Record<string, string>> = {
  card_declined: "card declined",
  expired_card: "card expired",
  insufficient_funds: "insufficient funds",
  authentication_required: "the bank asks for a confirmation",
  no_card: "no card is saved",
  not_received: "no transfer was received",
  package_not_on_sale: "the package is not on sale",
};

const reasonOf = (code: string): string => reasons[code] ?? code.replaceAll("_", " ");

const disputes = {
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
      const { method, terms } = payment;
      const isLater = payment.kind === "renewal" && (terms.from ?? 0) > (payment.paidAt ?? 0);
      return {
        subject: subjects[payment.kind](payment, sumOf(data)),
        before: [
          `${sumOf(data)} was received${method === null ? "" : `, ${method}`}.`,
          ...(isLater ? [`The credits can be used from ${dayIn(terms.from!, terms.timeZone)} on.`] : []),
        ],
        rows: paidRows(payment),
        after: data.paper_id === null ? [] : ["The invoice is attached."],
        button: payments,
        files: await fileOf(context, data.paper_id),
      };
    },
  }),
  mailKind<Context, "payment.failed">({
    id: "payment_failed",
    event: "payment.failed",
    title: "Payment failed",
    to: "customer",
    async write(context, data, { timeZone }): Promise<MailContent | undefined> {
      const payment = await paymentOf(context, data);
      if (!payment) return undefined;
      const day = (at: string) => dayIn(Date.parse(at), timeZone);
      const { next_attempt_at: next, lapses_at: lapses } = data;
      return {
        subject: `${sumOf(data)} for ${payment.terms.text} was not paid`,
        before: [
          `Reason: ${reasonOf(data.reason)}. Nothing was charged.`,
          "Your keys work with the credits that are left.",
        ],
        rows: [
          ...(next === null ? [] : [{ label: "Next attempt", value: day(next) }]),
          ...(lapses === null ? [] : [{ label: "The period lapses", value: day(lapses) }]),
        ],
        after:
          lapses === null ? [] : ["If it is not paid until then, renewals stop, and you owe nothing for it."],
        button: { text: `Pay ${sumOf(data)}`, path: `/console/payments/${payment.id}` },
      };
    },
  }),
  mailKind<Context, "payment.refunded">({
    id: "payment_refunded",
    event: "payment.refunded",
    title: "Payment refunded",
    to: "customer",
    write: async (context, data) => ({
      subject: `${formatMoney(data.refunded_minor, data.currency)} of ${sumOf(data)} was refunded`,
      before: ["The credits that it paid for are removed."],
      rows: [
        { label: "Credits removed", value: count(data.credits_removed) },
        { label: "Credits spent before, and owed", value: count(data.credits_owed) },
      ],
      after: data.paper_id === null ? [] : ["The credit note is attached."],
      button: payments,
      files: await fileOf(context, data.paper_id),
    }),
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
        data.dispute === "open"
          ? "The credits that are left of it are set aside until the dispute is decided. Respond at the provider."
          : "The credits follow from it already.",
      ],
      button: { text: "View payments", path: "/console/payments" },
    }),
  }),
  mailKind<Context, "payment.unmatched">({
    id: "payment_unmatched",
    event: "payment.unmatched",
    title: "Money received without a payment",
    to: "operators",
    write: (_, { minor, currency, reference }) => ({
      subject: `${formatMoney(minor, currency)} was received without a payment`,
      before: ["Match it with a payment, or return it."],
      rows: [{ label: "Reference", value: reference }],
      button: { text: "View payments", path: "/console/payments" },
    }),
  }),
];
