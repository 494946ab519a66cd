import { formatMoney } from "../../base/format/money.ts";
import { count, counted, dayIn } from "../../base/format/words.ts";
import type { EventData } from "../../outbox/events.ts";
import type { MailContent, MailReader, MailRow } from "../../outbox/mail-kinds.ts";
import type { PaymentData } from "./events.ts";
import type { Payment } from "./rows/payment.ts";

// Mails about a payment, without their files. Previews are made of an example.

export const sumOf = ({ minor, currency }: PaymentData): string => formatMoney(minor, currency);
const payments = { text: "View payments", path: "/console/billing" } as const;

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

export const reasonOf = (code: string): string => reasons[code] ?? code.replaceAll("_", " ");

/** What mails name of a payment. */
interface NamedPayment
  extends Pick<Payment, "id" | "kind" | "method" | "paidAt" | "credits" | "netMinor" | "minor">,
    Pick<Payment, "currency" | "removed" | "owed"> {
  readonly terms: Pick<Payment["terms"], "text" | "timeZone" | "from">;
}

/** The payment of previews: that of the events' examples. */
export const sample: NamedPayment = {
  id: "0193a5b0-0000-7000-8000-000000000003",
  kind: "renewal",
  method: "Visa ending 4242",
  terms: {
    text: "Growth, 12 Dec 2026 to 12 Jan 2027",
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

export function paidMail(payment: NamedPayment, data: EventData["payment.paid"]): MailContent {
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

export function failedMail(
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

export const refundedMail = (data: EventData["payment.refunded"]): MailContent => ({
  subject: `${formatMoney(data.refunded_minor, data.currency)} of ${sumOf(data)} was refunded`,
  before: ["The credits that it paid for are removed."],
  rows: [
    { label: "Credits removed", value: count(data.credits_removed) },
    { label: "Credits spent before, and owed", value: count(data.credits_owed) },
  ],
  after: data.paper_id === null ? [] : ["The credit note is attached."],
  button: payments,
});

export const reinstatedMail = (data: EventData["payment.reinstated"]): MailContent => ({
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
