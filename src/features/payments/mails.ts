import { formatMoney } from "../../base/format/money.ts";
import { count, counted, dayIn } from "../../base/format/words.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import { productName } from "../../management/products/product-name.ts";
import type { EventData } from "../../outbox/events.ts";
import {
  type MailContent,
  type MailFile,
  type MailReader,
  type MailRow,
  mailKind,
} from "../../outbox/mail-kinds.ts";
import { paperFile } from "../papers/issue.ts";
import { hasDetails } from "../papers/parties/buyer.ts";
import type { PaymentData } from "./events.ts";
import { referencesIn } from "./prices/reference.ts";
import type { Payment } from "./rows/payment.ts";
import { findPayment, selectPayments } from "./rows/payment-rows.ts";

const sumOf = ({ minor, currency }: PaymentData): string => formatMoney(minor, currency);
const payments = { text: "View payments", path: "/console/billing" } as const;

/** The payment of an event; undefined if it was erased since. */
const paymentOf = ({ database }: Context, { payment_id }: PaymentData): Promise<Payment | undefined> =>
  findPayment(database, payment_id);

const fileOf = async (context: Context, paperId: string | null): Promise<MailFile[]> =>
  paperId === null ? [] : [await paperFile(context, paperId)];

/** What became of the credits that were granted for a debit that has failed. */
function takenRows({ removed, owed }: NamedPayment): MailRow[] {
  if (removed + owed === 0) return [];
  return [
    { label: "Credits removed", value: count(removed) },
    { label: "Credits spent before, and owed", value: count(owed) },
  ];
}

/** What was bought, with its sum, as the invoice has it. */
function paidRows({ credits, terms, netMinor, minor, currency }: NamedPayment): MailRow[] {
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    ...(credits > 0 ? [{ label: terms.text, value: `+${count(credits)}` }] : []),
    { label: "Net", value: money(netMinor) },
    { label: "Tax", value: money(minor - netMinor) },
    { label: "Paid", value: money(minor), isTotal: true },
  ];
}

const subjects: Readonly<Record<Payment["kind"], (payment: NamedPayment, sum: string) => string>> = {
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
  no_details: "the country or the address of the buyer is missing",
  not_received: "no transfer was received",
  provider_refused: "the payment provider refused the request, not the card",
  package_not_on_sale: "the package is not on sale",
};

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

const reasonOf = (code: string): string => reasons[code] ?? code.replaceAll("_", " ");

const disputes = {
  inquiry: "is asked about by the customer's bank",
  open: "is disputed",
  won: "was disputed, and the dispute is won",
  lost: "was disputed, and the dispute is lost",
} as const;

/** What mails name of a payment. */
type NamedPayment = Pick<
  Payment,
  "id" | "kind" | "method" | "terms" | "paidAt" | "credits" | "netMinor" | "minor"
> &
  Pick<Payment, "currency" | "removed" | "owed">;

/** The payment of previews: that of the events' examples. */
const sample: NamedPayment = {
  id: "0193a5b0-0000-7000-8000-000000000003",
  kind: "renewal",
  method: "Visa ending 4242",
  terms: {
    text: "Growth, 12 Dec 2026 to 12 Jan 2027",
    productId: "growth",
    offerVersion: 1,
    tax: {} as Payment["terms"]["tax"],
    timeZone: "UTC",
    from: Date.UTC(2026, 11, 12),
  },
  paidAt: Date.UTC(2026, 11, 11),
  credits: 15_000,
  netMinor: 4900,
  minor: 5929,
  currency: "EUR",
  removed: 0,
  owed: 0,
};

const receivedBy = (method: string | null): string => {
  if (method === null) return "";
  return method === "Transfer" ? " by transfer" : `, ${method}`;
};

function paidMail(payment: NamedPayment, data: EventData["payment.paid"]): MailContent {
  const { method, terms } = payment;
  const isLater = payment.kind === "renewal" && (terms.from ?? 0) > (payment.paidAt ?? 0);
  return {
    subject: subjects[payment.kind](payment, sumOf(data)),
    before: [
      `${sumOf(data)} was received${receivedBy(method)}.`,
      ...(isLater ? [`The credits can be used from ${dayIn(terms.from!, terms.timeZone)} on.`] : []),
    ],
    rows: paidRows(payment),
    after: data.paper_id === null ? [] : ["The invoice is attached."],
    button: payments,
  };
}

function failedMail(
  payment: NamedPayment,
  data: EventData["payment.failed"],
  { timeZone }: Pick<MailReader, "timeZone">,
): MailContent {
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
      ...takenRows(payment),
    ],
    after:
      lapses === null ? [] : ["If it is not paid until then, renewals stop, and you owe nothing for it."],
    button: { text: `Pay ${sumOf(data)}`, path: `/console/billing/${payment.id}` },
  };
}

const refundedMail = (data: EventData["payment.refunded"]): MailContent => ({
  subject: `${formatMoney(data.refunded_minor, data.currency)} of ${sumOf(data)} was refunded`,
  before: ["The credits that it paid for are removed."],
  rows: [
    { label: "Credits removed", value: count(data.credits_removed) },
    { label: "Credits spent before, and owed", value: count(data.credits_owed) },
  ],
  after: data.paper_id === null ? [] : ["The credit note is attached."],
  button: payments,
});

const reinstatedMail = (data: EventData["payment.reinstated"]): MailContent => ({
  subject: `Your payment of ${sumOf(data)} counts again`,
  before: [
    "Money of it was to go back, and did not: a refund failed, or a dispute was decided for us. Ask us if you expect a refund.",
  ],
  rows: [
    { label: "Credits granted again", value: count(data.credits_returned) },
    { label: "Credits still owed", value: count(data.credits_owed) },
  ],
  after: data.paper_id === null ? [] : ["The invoice that takes the credit note back is attached."],
  button: payments,
});

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
      return { ...paidMail(payment, data), files: await fileOf(context, data.paper_id) };
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
      files: await fileOf(context, data.paper_id),
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
      files: await fileOf(context, data.paper_id),
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
