import { useQuery } from "@tanstack/react-query";
import { downloadFile } from "../../api/download.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { EInvoice } from "../papers/e-invoices.tsx";
import { papersIn } from "../papers/paper-queries.ts";
import type { Payment } from "./payment-queries.ts";

/** The numbers of newer invoices by their IDs, of an account or of all. */
export function useNumbers(payments: readonly Payment[], account?: string): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...papersIn({ page: 1, page_size: 200, ...(account !== undefined && { account }) }),
    enabled: payments.some(({ paper_id }) => paper_id !== null),
  });
  return new Map(data?.items.map(({ id, number }) => [id, number]));
}

interface InvoiceProps {
  readonly payment: Payment;
  readonly numbers: ReadonlyMap<string, string>;
}

/** The invoice of a payment as files; without one, when it comes. */
export function InvoiceLink({ payment, numbers }: InvoiceProps) {
  const { paper_id: paper, state, description, problem } = payment;
  if (paper === null)
    return (
      <span className="soft">
        {state === "failed" || state === "cancelled" || problem ? t("none") : t("after payment")}
      </span>
    );
  const number = numbers.get(paper);
  const name = number ?? paper;
  const save = () => downloadFile(`/papers/${paper}/pdf`, `invoice-${name}.pdf`, "application/pdf");
  return (
    <>
      <Button look="text" className="invoice" onPress={save}>
        <T
          text="{number} (PDF)<span> of {description}</span>"
          number={number ?? t("Invoice")}
          description={description}
        />
      </Button>{" "}
      <EInvoice paper={{ id: paper, number: name, account_id: payment.account_id }} />
    </>
  );
}
