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
  sampleIn,
  sumOf,
} from "./mail-contents.ts";
import { type PaymentWording, paymentWordings } from "./mail-texts.ts";
import { referencesIn } from "./prices/reference.ts";
import type { Payment } from "./rows/payment.ts";
import { findPayment, selectPayments } from "./rows/payment-rows.ts";
import type { ProblemCode } from "./watching/problems.ts";

/** The payment of an event; undefined if it was erased since. */
const paymentOf = ({ database }: Context, { payment_id }: PaymentData): Promise<Payment | undefined> =>
  findPayment(database, payment_id);

const filesOf = async (context: Context, paperId: string | null): Promise<readonly MailFile[]> =>
  paperId === null ? [] : mailedFiles(context, paperId);

/** What an operator does first about a transfer for payments whose buyer no invoice can name. */
async function unnamed(db: Queries, text: string, { say }: PaymentWording): Promise<string[]> {
  const references = referencesIn(text);
  if (references.length === 0) return [];
  const payments = await selectPayments(
    db,
    sql`where reference in (${list([...references])}) and not ${hasDetails(sql`y.account_id`)}`,
  );
  return payments.map(({ id, accountId: account }) =>
    say(
      "It names payment {id} of account {account}, whose country or address is missing, so that no invoice can be issued. Ask the customer to enter them under Billing, or enter them on the page of the user.",
      { id, account },
    ),
  );
}

const disputes = {
  inquiry: "A payment of {sum} is asked about by the customer's bank",
  open: "A payment of {sum} is disputed",
  won: "A payment of {sum} was disputed, and the dispute is won",
  lost: "A payment of {sum} was disputed, and the dispute is lost",
} as const;

/** What is wrong at the provider, in languages that the event does not have. */
const problems = {
  key_refused: "Stripe refuses the key: no card is charged and no refund is made.",
  key_cannot_read: "The key may not read all that the service reads of Stripe.",
  account_cannot_charge: "Stripe's account cannot take payments.",
  account_other: "The key is of another account of Stripe than earlier charges.",
  endpoint_missing: "No webhook endpoint of Stripe leads here: what happens there is read once an hour.",
  endpoint_disabled: "Stripe has disabled the webhook endpoint: what happens there is read once an hour.",
  events_not_sent:
    "The webhook endpoint of Stripe does not send all events: the others are read once an hour.",
  events_refused: "No event of Stripe has a right signature: what happens there is read once an hour.",
  mode_mixed: "Events of Stripe come from another mode than that of the key: they are not applied.",
  provider_off: "Payments by Stripe are off, and some by card are open or disputed.",
  requests_refused: "Stripe has refused requests of payments, and not their cards.",
  refunds_refused: "Stripe has refused refunds, whose money was not returned.",
} as const satisfies Readonly<Record<ProblemCode, string>>;

const isProblem = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

const moneyOf = ({ say }: PaymentWording) => ({ text: say("View payments"), path: "/console/money" });

/** The mails of payments. */
export const paymentMails = [
  mailKind<Context, "payment.paid">({
    id: "payment_paid",
    event: "payment.paid",
    title: "Payment received, with invoice",
    to: "customer",
    async write(context, data, reader): Promise<MailContent | undefined> {
      const payment = await paymentOf(context, data);
      if (!payment) return undefined;
      return { ...paidMail(payment, data, reader), files: await filesOf(context, data.paper_id) };
    },
    preview: (data, reader) => paidMail(sampleIn(paymentWordings[reader.language]), data, reader),
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
    preview: (data, reader) => failedMail(sampleIn(paymentWordings[reader.language]), data, reader),
  }),
  mailKind<Context, "payment.refunded">({
    id: "payment_refunded",
    event: "payment.refunded",
    title: "Payment refunded",
    to: "customer",
    write: async (context, data, reader) => ({
      ...refundedMail(data, reader),
      files: await filesOf(context, data.paper_id),
    }),
    preview: refundedMail,
  }),
  mailKind<Context, "billing_details.missing">({
    id: "billing_details_missing",
    event: "billing_details.missing",
    title: "Billing details missing before a renewal",
    to: "customer",
    async write({ database }, data, { timeZone, language }) {
      const { say, dayIn, money } = paymentWordings[language];
      const day = (at: string) => dayIn(Date.parse(at), timeZone);
      const name = await productName(database, data.product_id);
      return {
        subject: say("Enter your country and address for the invoice of {name}", { name }),
        before: [
          say(
            "The period from {day} on costs {sum} without tax. Its invoice must name your country and address, and they decide the tax.",
            { day: day(data.starts_at), sum: money(data.price_minor, data.currency) },
          ),
          say("Without them nothing is charged."),
        ],
        rows: [{ label: say("Kept until"), value: day(data.kept_until) }],
        after: [
          say("If they are not entered until then, renewals stop, and you owe nothing for the period."),
        ],
        button: { text: say("Enter billing details"), path: "/console/billing" },
      };
    },
  }),
  mailKind<Context, "topup.stopped">({
    id: "topup_stopped",
    event: "topup.stopped",
    title: "Automatic top-up stopped",
    to: "customer",
    write(_, { failures, reason }, { language }) {
      const words = paymentWordings[language];
      const { say } = words;
      return {
        subject: say("Automatic top-up stopped"),
        before: [
          say(
            "{count} payments in a row failed, so automatic top-up is off. Reason: {reason}. Nothing was charged.",
            { count: words.count(failures), reason: reasonOf(reason, words) },
          ),
          say(
            "Your keys work with the credits that are left. After them, calls return 402 and cost nothing.",
          ),
        ],
        button: { text: say("Change card and turn on"), path: "/console/billing" },
      };
    },
  }),
  mailKind<Context, "payment.disputed">({
    id: "payment_disputed",
    event: "payment.disputed",
    title: "Payment disputed",
    to: "operators",
    write(_, data, { language }) {
      const words = paymentWordings[language];
      const { say } = words;
      return {
        subject: say(disputes[data.dispute], { sum: sumOf(data, words) }),
        before: [
          data.dispute === "inquiry"
            ? say(
                "Nothing was taken, and no credits are set aside. Respond at the provider, or refund it, so that no dispute follows.",
              )
            : data.dispute === "open"
              ? say(
                  "The credits that are left of it are set aside until the dispute is decided. Respond at the provider.",
                )
              : say("The credits follow from it already."),
        ],
        button: moneyOf(words),
      };
    },
  }),
  mailKind<Context, "payment.reinstated">({
    id: "payment_reinstated",
    event: "payment.reinstated",
    title: "Refund failed, or dispute won",
    to: "customer",
    write: async (context, data, reader) => ({
      ...reinstatedMail(data, reader),
      files: await filesOf(context, data.paper_id),
    }),
    preview: reinstatedMail,
  }),
  mailKind<Context, "payment.provider_problem">({
    id: "payment_provider_problem",
    event: "payment.provider_problem",
    title: "Payment provider needs an operator",
    to: "operators",
    write(_, { code, found, advice }, { language }) {
      const words = paymentWordings[language];
      const { say } = words;
      const isTranslated = language !== "en" && isProblem(code);
      return {
        subject: say("The payment provider needs an operator"),
        before: isTranslated
          ? [say(problems[code]), say("The page Money says what to do.")]
          : [`${found}.`, advice],
        button: moneyOf(words),
      };
    },
  }),
  mailKind<Context, "payment.unmatched">({
    id: "payment_unmatched",
    event: "payment.unmatched",
    title: "Money received without a payment",
    to: "operators",
    async write({ database }, { minor, currency, reference }, { language }) {
      const words = paymentWordings[language];
      const { say, money } = words;
      return {
        subject: say("{sum} was received without a payment", { sum: money(minor, currency) }),
        before: [
          ...(await unnamed(database, reference, words)),
          say("Match it with a payment, or return it."),
        ],
        rows: [{ label: say("Reference"), value: reference }],
        button: moneyOf(words),
      };
    },
  }),
];
