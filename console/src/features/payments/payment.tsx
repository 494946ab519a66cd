import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccount } from "../../api/account.ts";
import { count } from "../../base/format.ts";
import { price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { PageParams } from "../../parts/page.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { InvoiceLink, useNumbers } from "./invoice-link.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { type Payment, paymentOf } from "./payment-queries.ts";
import { PaymentSteps } from "./payment-steps.tsx";
import {
  dueOf,
  failureText,
  isDeciding,
  isOpen,
  isPlanned,
  methodText,
  stateOf,
  sumOf,
} from "./payment-words.ts";

const decidingMs = 2000;
const waitingMs = 30_000;
const utc = datesIn("UTC");

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
    <Loaded query={query} what="Could not load the payment" rows={6}>
      {(payment) => <Shown payment={payment} />}
    </Loaded>
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
              Billing
            </Link>
          ) : (
            <Link to="/payments">Payments</Link>
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
      <Section title="Details">
        <Facts facts={factsOf(payment, numbers, isOwn)} />
      </Section>
    </div>
  );
}

function OfOperator({ payment }: { payment: Payment }) {
  const { account_id } = payment;
  const customer = useNames([account_id]).get(account_id) ?? account_id;
  return (
    <div className="note">
      <PaymentActions payment={payment} customer={customer} />
    </div>
  );
}

function titleOf(payment: Payment): string {
  const { state, transfer, refunded_minor, currency, failure } = payment;
  const sum = sumOf(payment);
  switch (state) {
    case "paid":
      return `${sum} is paid`;
    case "part_refunded":
      return `${sum} was paid, ${price(refunded_minor, currency)} refunded`;
    case "refunded":
      return `${sum} was refunded`;
    case "disputed":
      return `${sum} is disputed`;
    case "reversed":
      return `${sum} was returned after a dispute`;
    case "cancelled":
      return `${sum}: cancelled`;
    case "failed":
      return failure === "checkout_expired" ? `${sum}: not paid` : `Declined: ${sum} not paid`;
    default:
      if (transfer) return `Transfer ${price(dueOf(payment), currency)}`;
      if (isPlanned(payment)) return `${sum} is planned`;
      return failure ? `Declined: ${sum} not paid` : `${sum} is pending`;
  }
}

/** What the state means for the customer. */
function Explained({ payment, isOwn }: { payment: Payment; isOwn: boolean }) {
  const { state, credits, credits_owed, credits_set_aside, failure, problem, next_attempt_at } = payment;
  const said = (...parts: ReactNode[]) => <p>{parts}</p>;
  if (state === "paid" && problem)
    return said(
      isOwn ? "Your money has arrived. The operator decides what happens with it: " : "Decide on Payments: ",
      <bdi key="why">{problem}</bdi>,
    );
  if (state === "paid")
    return said(
      credits > 0 && <b key="credits">+{count(credits)} credits. </b>,
      isOwn ? "The invoice is below and on Billing." : "The invoice is below.",
    );
  if (state === "disputed")
    return said(`${count(credits_set_aside)} credits wait until the dispute is decided.`);
  if (state === "part_refunded" || state === "refunded" || state === "reversed")
    return said(
      `${count(payment.credits_removed)} credits were removed.`,
      credits_owed > 0 && ` ${count(credits_owed)} were spent before: they are taken from later credits.`,
    );
  if (state === "cancelled") return said("Nothing was charged or changed.");
  if (state === "failed" || failure)
    return said(
      failure && `Reason: ${failureText(failure)}. `,
      "Nothing was charged or changed.",
      next_attempt_at && ` Next try: ${utc.moment(next_attempt_at)} UTC.`,
    );
  if (payment.transfer) return said("What you bought begins when all of it has arrived.");
  if (isPlanned(payment)) return said("The saved card is charged when it is due.");
  if (payment.checkout_url)
    return said(
      "The provider has no payment yet. If you have just paid, wait: this page follows it. ",
      <b key="once">You are not charged twice:</b>,
      " this purchase has one number.",
    );
  return said(
    "The payment provider has not responded. This page follows it, and you can leave it. ",
    <b key="once">You are not charged twice:</b>,
    " this purchase has one number.",
  );
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
      "State",
      <Mark key="state" outcome={outcome}>
        {text}
      </Mark>,
    ],
    ["Amount", `${sumOf(payment)}, with ${price(minor - payment.net_minor, currency)} of tax`],
    ...(transfer && !isOwn
      ? [["Reference", <code key="reference">{transfer.reference}</code>] as const]
      : []),
    ...(received_minor > 0 && received_minor < minor
      ? [["Received", `${price(received_minor, currency)} of ${sumOf(payment)}`] as const]
      : []),
    ["Method", methodText(payment)],
    ["Invoice", <InvoiceLink key="invoice" payment={payment} numbers={numbers} />],
    ["Ordered", `${utc.moment(created_at)} UTC`],
    ...(paid_at ? [["Paid", `${utc.moment(paid_at)} UTC`] as const] : []),
    ["Payment", <code key="id">{id}</code>],
  ];
}
