import { useQuery } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { useAccount } from "../../api/account.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { PageParams } from "../../parts/page.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { PeriodActions } from "../billing/settle-period.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { Dispute } from "./dispute.tsx";
import { InvoiceLink, useNumbers } from "./invoice-link.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { type Payment, paymentOf } from "./payment-queries.ts";
import { PaymentSteps } from "./payment-steps.tsx";
import {
  dueOf,
  failureText,
  isDebited,
  isDeciding,
  isDeclined,
  isOpen,
  isPlanned,
  methodText,
  stateOf,
  sumOf,
} from "./payment-words.ts";
import { CreditNotes, RefundStates } from "./refund-states.tsx";
import { Why } from "./why.tsx";

const decidingMs = 2000;
const waitingMs = 30_000;
const utc = datesIn("UTC");
const hasReversals: ReadonlySet<Payment["state"]> = new Set([
  "part_refunded",
  "refunded",
  "reversed",
  "disputed",
]);

/** A payment until it is decided, and after. Providers return to this page. */
export function PaymentPage({ params: { paymentId = "" } }: { params: PageParams }) {
  const query = useQuery({
    ...paymentOf(paymentId),
    refetchInterval: ({ state: { data } }) => {
      if (!data || !isOpen(data)) return false;
      return isDeciding(data) ? decidingMs : waitingMs;
    },
  });
  return (
    <>
      {query.error && !query.data && <Head title={t("Payment")} />}
      <Loaded query={query} what={t("Could not load the payment")} rows={6}>
        {(payment) => <Shown payment={payment} />}
      </Loaded>
    </>
  );
}

function Shown({ payment }: { payment: Payment }) {
  const isOwn = useAccount().id === payment.account_id;
  const numbers = useNumbers([payment], payment.account_id);
  return (
    <div className="narrow">
      <Head
        crumb={
          isOwn ? (
            <Link to="/billing" search={{ subscription: payment.subscription_id }}>
              {t("Billing")}
            </Link>
          ) : (
            <Link to="/money">{t("Money")}</Link>
          )
        }
        title={titleOf(payment)}
      >
        {payment.description}
      </Head>
      <div role="status" className="note">
        <Explained payment={payment} isOwn={isOwn} />
      </div>
      {isOwn ? <PaymentSteps payment={payment} /> : <OfOperator payment={payment} />}
      <Why payment={payment} isOwn={isOwn} />
      <Section title={t("What happened")}>
        <Facts facts={factsOf(payment, numbers, isOwn)} />
      </Section>
      <RefundStates payment={payment} isOwn={isOwn} />
      {!isOwn && hasReversals.has(payment.state) && <CreditNotes payment={payment} />}
    </div>
  );
}

function OfOperator({ payment }: { payment: Payment }) {
  const { account_id } = payment;
  const customer = useNames([account_id]).get(account_id) ?? account_id;
  const { state, dispute, kind, period, subscription_id } = payment;
  return (
    <>
      <p className="note">
        <Link to={`/customers/${account_id}`} dir="auto">
          {customer}
        </Link>
      </p>
      <div className="note actions">
        <PaymentActions payment={payment} customer={customer} />
        {kind === "renewal" && period !== null && payment.paid_at === null && (
          <PeriodActions of={`${subscription_id}/${period}`} isRequested={isOpen(payment)} />
        )}
      </div>
      {(state === "disputed" || dispute === "inquiry") && <Dispute payment={payment} customer={customer} />}
    </>
  );
}

function titleOf(payment: Payment): string {
  const { state, transfer, refunded_minor, currency, failure } = payment;
  const sum = sumOf(payment);
  switch (state) {
    case "paid":
      return t("{sum} is paid", { sum });
    case "part_refunded":
      return t("{sum} was paid, {price} refunded", { sum, price: price(refunded_minor, currency) });
    case "refunded":
      return t("{sum} was refunded", { sum });
    case "disputed":
      return t("{sum} is disputed", { sum });
    case "reversed":
      return t("{sum} was returned after a dispute", { sum });
    case "cancelled":
      return t("{sum}: cancelled", { sum });
    case "failed":
      return isDeclined(failure) ? t("Declined: {sum} not paid", { sum }) : t("{sum}: not paid", { sum });
    default:
      if (isDebited(payment)) return t("{sum} is being debited", { sum });
      if (transfer) return t("Transfer {price}", { price: price(dueOf(payment), currency) });
      if (isPlanned(payment)) return t("{sum} is planned", { sum });
      return failure ? t("Declined: {sum} not paid", { sum }) : t("{sum} is pending", { sum });
  }
}

/** What the state means for the customer. */
function Explained({ payment, isOwn }: { payment: Payment; isOwn: boolean }) {
  const { state, credits, credits_owed, credits_set_aside, failure, problem, next_attempt_at } = payment;
  const said = (...parts: ReactNode[]) =>
    createElement(
      "p",
      null,
      ...parts.filter(Boolean).flatMap((part, at) => (at === 0 ? [part] : [" ", part])),
    );
  const once = <T text="<b>You are not charged twice:</b> this purchase has one number." />;
  if (state === "paid" && problem)
    return said(
      isOwn ? t("Your money has arrived. The operator decides what happens with it:") : t("Decide:"),
      <bdi>{sentText(problem)}</bdi>,
    );
  if (state === "paid")
    return said(
      credits > 0 && <b>{t("+{credits} credits.", { credits: count(credits) })}</b>,
      isOwn ? t("The invoice is below and on Billing.") : t("The invoice is below."),
    );
  if (state === "disputed")
    return said(
      t("{creditsSetAside} credits wait until the dispute is decided.", {
        creditsSetAside: count(credits_set_aside),
      }),
    );
  if (state === "part_refunded" || state === "refunded" || state === "reversed")
    return said(
      t("{creditsRemoved} credits were removed.", { creditsRemoved: count(payment.credits_removed) }),
      credits_owed > 0 &&
        t("{creditsOwed} were spent before: they are taken from later credits.", {
          creditsOwed: count(credits_owed),
        }),
    );
  if (state === "cancelled") return said(t("Nothing was charged or changed."));
  if (state === "failed" || failure)
    return said(
      failure && t("Reason: {failureText}.", { failureText: failureText(failure) }),
      credits_owed > 0
        ? t(
            "Nothing was charged. Credits that were granted for it are removed, and {creditsOwed} that were spent are taken from later credits.",
            { creditsOwed: count(credits_owed) },
          )
        : t("Nothing was charged or changed."),
      next_attempt_at && t("Next try: {moment} UTC.", { moment: utc.moment(next_attempt_at) }),
    );
  if (isDebited(payment))
    return said(
      <b>{t("Being debited. Nothing to do.")}</b>,
      t("The bank needs some days, and this page shows the result."),
    );
  if (payment.transfer) return said(t("What you bought begins when all of it has arrived."));
  if (isPlanned(payment)) return said(t("The saved card is charged when it is due."));
  if (payment.checkout_url)
    return said(
      t("The provider has no payment yet. If you have just paid, wait: this page follows it."),
      once,
    );
  return said(t("The payment provider has not responded. This page follows it, and you can leave it."), once);
}

function factsOf(
  payment: Payment,
  numbers: ReadonlyMap<string, string>,
  isOwn: boolean,
): readonly (readonly [string, ReactNode])[] {
  const { transfer, received_minor, minor, currency, created_at, paid_at, id } = payment;
  const [outcome, text] = stateOf(payment);
  return [
    [
      t("State"),
      <Mark key="state" outcome={outcome}>
        {text}
      </Mark>,
    ],
    [
      t("Amount"),
      t("{sumOf}, with {price} of tax", {
        sumOf: sumOf(payment),
        price: price(minor - payment.net_minor, currency),
      }),
    ],
    ...(transfer && !isOwn
      ? [[t("Reference"), <code key="reference">{transfer.reference}</code>] as const]
      : []),
    ...(received_minor > 0 && received_minor < minor
      ? [
          [
            t("Received"),
            t("{price} of {sumOf}", { price: price(received_minor, currency), sumOf: sumOf(payment) }),
          ] as const,
        ]
      : []),
    [t("Method"), methodText(payment)],
    [t("Invoice"), <InvoiceLink key="invoice" payment={payment} numbers={numbers} />],
    [t("Ordered"), `${utc.moment(created_at)} UTC`],
    ...(payment.debit_at ? [[t("Being debited since"), `${utc.moment(payment.debit_at)} UTC`] as const] : []),
    ...(paid_at ? [[t("Paid"), `${utc.moment(paid_at)} UTC`] as const] : []),
    [t("Payment"), <code key="id">{id}</code>],
  ];
}
