import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import type { ReceivePart } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { paymentPath } from "../../parts/side-paths.ts";
import { type Payment, paymentsOf } from "./payment-queries.ts";
import { canReceive, dueOf, isOpen } from "./payment-words.ts";
import { ReceivedDialog } from "./received-dialog.tsx";

/** Payments of periods that are not paid. All rows of a list share the requests. */
const queries = (["pending", "requested", "failed"] as const).map((state) =>
  paymentsOf({ kind: "renewal", state, page: 1, page_size: 1000 }),
);

/** Records the money of a period, with its tax, on its payment; `children` if it has none. */
export function ReceivePeriod({ period, children }: ReceivePart) {
  const found = useQueries({ queries });
  const [isOpened, setOpened] = useState(false);
  const own = found
    .flatMap(({ data }) => data?.items ?? [])
    .filter((one) => one.subscription_id === period.subscription_id && one.period === period.number);
  // One can be open; without it the newest counts.
  const payment = own.find(isOpen) ?? own.toSorted(byCreation).at(-1);
  const customer = useNames([payment?.account_id]).get(payment?.account_id ?? "") ?? payment?.account_id;
  if (found.some(({ isPending }) => isPending)) return null;
  if (!payment || !customer) return children;
  const of = <span className="vh"> {t("of {id}", { id: period.subscription_id })}</span>;
  if (!canReceive(payment))
    return (
      <Link className="btn" to={paymentPath(payment.id)}>
        <T text="View payment{of}" of={of} />
      </Link>
    );
  const sum = price(dueOf(payment), payment.currency);
  return (
    <>
      <Button permission="payments.decide" onPress={() => setOpened(true)}>
        <T text="Record payment ({sum}){of}" sum={sum} of={of} />
      </Button>
      {/* A row's alignment and lines are not the dialog's. */}
      {isOpened &&
        createPortal(
          <ReceivedDialog payment={payment} customer={customer} close={() => setOpened(false)} />,
          document.getElementById("root")!,
        )}
    </>
  );
}

const byCreation = (one: Payment, other: Payment): number => (one.created_at < other.created_at ? -1 : 1);
