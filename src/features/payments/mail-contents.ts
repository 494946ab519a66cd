import type { EventData } from "../../outbox/events.ts";
import type { MailContent, MailReader, MailRow } from "../../outbox/mail-kinds.ts";
import { cardOf } from "../papers/paper-body.ts";
import type { PaymentData } from "./events.ts";
import { type PaymentWording, paymentWordings } from "./mail-texts.ts";
import type { Payment } from "./rows/payment.ts";

// Mails about a payment, without their files. Previews are made of an example.

export const sumOf = ({ minor, currency }: PaymentData, { money }: PaymentWording): string =>
  money(minor, currency);

const paymentsOf = ({ say }: PaymentWording) => ({ text: say("View payments"), path: "/console/billing" });

/** What became of the credits that were granted for a debit that has failed. */
const takenRows = ({ removed, owed }: NamedPayment, words: PaymentWording): MailRow[] =>
  removed + owed === 0 ? [] : takenOf(removed, owed, words);

const takenOf = (removed: number, owed: number, { say, count }: PaymentWording): MailRow[] => [
  { label: say("Credits removed"), value: count(removed) },
  { label: say("Credits spent before, and owed"), value: count(owed) },
];

/** What was bought, with its sum, as the invoice has it. */
function paidRows(
  { credits, terms, netMinor, minor, currency }: NamedPayment,
  { say, count, ...words }: PaymentWording,
): MailRow[] {
  const money = (amount: number) => words.money(amount, currency);
  return [
    ...(credits > 0 ? [{ label: terms.text, value: `+${count(credits)}` }] : []),
    { label: say("Net"), value: money(netMinor) },
    { label: say("Tax"), value: money(minor - netMinor) },
    { label: say("Paid"), value: money(minor), isTotal: true },
  ];
}

function paidSubject(
  { kind, terms, credits }: NamedPayment,
  sum: string,
  { say, counted }: PaymentWording,
): string {
  switch (kind) {
    case "package":
      return say("{credits} added", { credits: counted(credits, "credit") });
    case "automatic":
      return say("Topped up: {credits} added", { credits: counted(credits, "credit") });
    case "overage":
      return say("{sum} paid for credits beyond your plan", { sum });
    default:
      return say("{what} is paid", { what: terms.text });
  }
}

/** Codes of refusals, as people read them. */
const reasons = {
  card_declined: "card declined",
  expired_card: "card expired",
  insufficient_funds: "insufficient funds",
  authentication_required: "the bank asks for a confirmation",
  no_card: "no card is saved",
  no_details: "the country or the address of the buyer is missing",
  not_received: "no transfer was received",
  provider_refused: "the payment provider refused the request, not the card",
  package_not_on_sale: "the package is not on sale",
} as const;

const isReason = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code);

export const reasonOf = (code: string, { say }: PaymentWording): string =>
  isReason(code) ? say(reasons[code]) : code.replaceAll("_", " ");

/** What mails name of a payment. */
interface NamedPayment
  extends Pick<Payment, "id" | "kind" | "method" | "paidAt" | "credits" | "netMinor" | "minor">,
    Pick<Payment, "currency" | "removed" | "owed"> {
  readonly terms: Pick<Payment["terms"], "text" | "timeZone" | "from">;
}

/** The payment of previews in a language: that of the events' examples. */
export const sampleIn = ({ span }: PaymentWording): NamedPayment => ({
  id: "0193a5b0-0000-7000-8000-000000000003",
  kind: "renewal",
  method: "Visa ending 4242",
  terms: {
    text: `Growth, ${span("2026-12-12", "2027-01-12")}`,
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
});

function receivedText(sum: string, method: string | null, { say }: PaymentWording): string {
  if (method === null) return say("{sum} was received.", { sum });
  if (method === "Transfer") return say("{sum} was received by transfer.", { sum });
  const card = cardOf(method);
  const shown = card
    ? say("{brand} ending {digits}", { ...card, brand: card.brand === "Card" ? say("Card") : card.brand })
    : method;
  return say("{sum} was received, {method}.", { sum, method: shown });
}

export function paidMail(
  payment: NamedPayment,
  data: EventData["payment.paid"],
  { language }: Pick<MailReader, "language">,
): MailContent {
  const words = paymentWordings[language];
  const { say, dayIn } = words;
  const { method, terms } = payment;
  const isLater = payment.kind === "renewal" && (terms.from ?? 0) > (payment.paidAt ?? 0);
  return {
    subject: paidSubject(payment, sumOf(data, words), words),
    before: [
      receivedText(sumOf(data, words), method, words),
      ...(isLater
        ? [say("The credits can be used from {day} on.", { day: dayIn(terms.from!, terms.timeZone) })]
        : []),
    ],
    rows: paidRows(payment, words),
    after: data.paper_id === null ? [] : [say("The invoice is attached.")],
    button: paymentsOf(words),
  };
}

export function failedMail(
  payment: NamedPayment,
  data: EventData["payment.failed"],
  { timeZone, language }: Pick<MailReader, "timeZone" | "language">,
): MailContent {
  const words = paymentWordings[language];
  const { say, dayIn } = words;
  const sum = sumOf(data, words);
  const day = (at: string) => dayIn(Date.parse(at), timeZone);
  const { next_attempt_at: next, lapses_at: lapses } = data;
  return {
    subject: say("{sum} for {what} was not paid", { sum, what: payment.terms.text }),
    before: [
      say("Reason: {reason}. Nothing was charged.", { reason: reasonOf(data.reason, words) }),
      say("Your keys work with the credits that are left."),
    ],
    rows: [
      ...(next === null ? [] : [{ label: say("Next attempt"), value: day(next) }]),
      ...(lapses === null ? [] : [{ label: say("The period lapses"), value: day(lapses) }]),
      ...takenRows(payment, words),
    ],
    after:
      lapses === null
        ? []
        : [say("If it is not paid until then, renewals stop, and you owe nothing for it.")],
    button: { text: say("Pay {sum}", { sum }), path: `/console/billing/${payment.id}` },
  };
}

export function refundedMail(
  data: EventData["payment.refunded"],
  { language }: Pick<MailReader, "language">,
): MailContent {
  const words = paymentWordings[language];
  const { say, money } = words;
  const part = money(data.refunded_minor, data.currency);
  return {
    subject: say("{part} of {sum} was refunded", { part, sum: sumOf(data, words) }),
    before: [say("The credits that it paid for are removed.")],
    rows: takenOf(data.credits_removed, data.credits_owed, words),
    after: data.paper_id === null ? [] : [say("The credit note is attached.")],
    button: paymentsOf(words),
  };
}

export function reinstatedMail(
  data: EventData["payment.reinstated"],
  { language }: Pick<MailReader, "language">,
): MailContent {
  const words = paymentWordings[language];
  const { say, count } = words;
  return {
    subject: say("Your payment of {sum} counts again", { sum: sumOf(data, words) }),
    before: [
      say(
        "Money of it was to go back, and did not: a refund failed, or a dispute was decided for us. Ask us if you expect a refund.",
      ),
    ],
    rows: [
      { label: say("Credits granted again"), value: count(data.credits_returned) },
      { label: say("Credits still owed"), value: count(data.credits_owed) },
    ],
    after: data.paper_id === null ? [] : [say("The invoice that takes the credit note back is attached.")],
    button: paymentsOf(words),
  };
}
