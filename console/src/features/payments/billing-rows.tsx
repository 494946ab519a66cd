import { api, listOf } from "../../api/client.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Mark } from "../../parts/outcome.tsx";
import type { BillingRow } from "../../parts/page-parts.ts";
import { paymentPath } from "../../parts/side-paths.ts";
import type { Payment } from "./payment-queries.ts";
import { methodText, stateOf, sumOf } from "./payment-words.ts";

/** The payments of an account; one with an invoice is one row with it. */
export async function paymentRows(account_id: string, page_size: number) {
  const { items, total } = await listOf(
    api.GET("/payments", { params: { query: { account_id, page: 1, page_size } } }),
  );
  return { rows: items.map(rowOf), total };
}

function rowOf(payment: Payment): BillingRow {
  const { id, paper_id, paid_at, created_at, transfer, description, next_attempt_at } = payment;
  const at = paid_at ?? created_at;
  const [outcome, text] = stateOf(payment);
  return {
    ids: [id, ...(paper_id ? [paper_id] : [])],
    at,
    month: at.slice(0, 7),
    number: transfer?.reference ?? t("Payment"),
    to: paymentPath(id),
    what: description,
    amount: sumOf(payment),
    state: (
      <>
        <Mark outcome={outcome}>{text}</Mark>
        <span className="sub">
          {next_attempt_at
            ? t("next try on {day}", { day: day(next_attempt_at) })
            : `${day(at)}, ${methodText(payment)}`}
        </span>
      </>
    ),
  };
}
