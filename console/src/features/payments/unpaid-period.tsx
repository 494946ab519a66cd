import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { May } from "../../parts/may.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { PeriodPart } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { paymentPath } from "../../parts/side-paths.ts";
import { useSums } from "../../parts/use-sums.ts";
import { datesIn } from "../billing/zone-dates.ts";
import { type Payment, paymentsOf, useIsTaken } from "./payment-queries.ts";
import { failureText, isDebited, isDeciding, isOpen, sumOf } from "./payment-words.ts";
import { searchOf } from "./wanted.ts";

/** The newest payment of a period, and whether payments are taken. */
function usePeriodPayment({ plan, period }: PeriodPart) {
  const isTaken = useIsTaken(plan);
  const { subscription_id } = plan;
  const { data } = useQuery(paymentsOf({ subscription_id, kind: "renewal", page_size: 20 }));
  const payment = data?.items.find((one) => one.period === period.number && one.state !== "cancelled");
  return { isTaken, payment };
}

/** While a period is being debited its customer has nothing to do; otherwise the notice of an unpaid period. */
export function UnlessDebited({ children, ...part }: PeriodPart & { readonly children: ReactNode }) {
  const { payment } = usePeriodPayment(part);
  if (!payment || !isDebited(payment)) return children;
  return (
    <Notice title={<Mark outcome="other">{t("Being debited. Nothing to do")}</Mark>}>
      <p>
        {t(
          "{sum} is being debited since {day}. The bank needs some days, and the period goes on meanwhile.",
          {
            sum: sumOf(payment),
            day: datesIn(part.plan.time_zone).day(payment.debit_at ?? ""),
          },
        )}
      </p>
      <p>
        <Link to={paymentPath(payment.id)}>{t("View payment of {sum}", { sum: sumOf(payment) })}</Link>
      </p>
    </Notice>
  );
}

/** What was tried to pay a period, and when it is tried again. */
export function UnpaidNote(part: PeriodPart) {
  const { payment } = usePeriodPayment(part);
  if (!payment) return null;
  const dates = datesIn(part.plan.time_zone);
  const { failure, method, next_attempt_at, transfer } = payment;
  const next = next_attempt_at && t("Next try: {day}.", { day: dates.day(next_attempt_at) });
  return (
    <p>
      {failure && method
        ? `${method}: ${failureText(failure)}.`
        : failure && !transfer && `${failureText(failure).replace(/^./, (first) => first.toUpperCase())}.`}
      {transfer && (
        <T
          text="Transfer {sumOf} with the reference {reference}."
          sumOf={sumOf(payment)}
          reference={<code>{transfer.reference}</code>}
        />
      )}
      {!transfer && next && ` ${next}`}
    </p>
  );
}

/** The buttons that pay a period, with its price. */
export function UnpaidActions(part: PeriodPart) {
  const { isTaken, payment } = usePeriodPayment(part);
  const sums = useSums();
  if (!isTaken) return null;
  const { subscription_id, number, price_minor, currency } = part.period;
  const sum = payment ? sumOf(payment) : sums.button(price_minor, currency);
  const search = searchOf({ subscription_id, kind: "renewal", period: number });
  if (payment && isOpen(payment) && isWaiting(payment))
    return (
      <Link className="btn btn-primary" to={paymentPath(payment.id)}>
        {t("View payment of {sum}", { sum })}
      </Link>
    );
  return (
    <May permission="plans.change">
      <Link className="btn btn-primary" to="/buy" search={{ ...search, method: "card" }}>
        {t("Pay {sum} with {method, select, yes {another card} other {a card}}", {
          sum,
          method: payment?.method ? "yes" : "no",
        })}
      </Link>
      <Link className="btn" to="/buy" search={{ ...search, method: "transfer" }}>
        {t("Pay by transfer")}
      </Link>
    </May>
  );
}

/** A charge of which the result is not known: it must not be made again. */
const isWaiting = (payment: Payment): boolean => payment.state === "pending" && isDeciding(payment);
