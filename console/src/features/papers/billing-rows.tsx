import { api, listOf } from "../../api/client.ts";
import { downloadFile, downloadReport } from "../../api/download.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import type { BillingRow } from "../../parts/page-parts.ts";
import { EInvoice } from "./e-invoices.tsx";
import type { Paper } from "./paper-queries.ts";
import { kindNames } from "./paper-words.ts";

/** Invoices and credit notes of an account. The sum of a credit note is below zero. */
export async function paperRows(account: string, page_size: number, q?: string) {
  const { items, total } = await listOf(
    api.GET("/papers", { params: { query: { account, page: 1, page_size, ...(q && { q }) } } }),
  );
  return { rows: items.map(rowOf), total };
}

const rowOf = ({
  id,
  kind,
  number,
  account_id,
  month,
  issued_at,
  gross_minor,
  currency,
}: Paper): BillingRow => ({
  ids: [id],
  at: issued_at,
  month,
  number,
  what: kindNames[kind],
  amount: price(kind === "credit_note" ? -gross_minor : gross_minor, currency),
  state: t("Issued on {day}", { day: day(issued_at) }),
  actions: (
    <>
      <Button
        look="text"
        onPress={() =>
          downloadFile(`/papers/${id}/pdf`, `${kind.replace("_", "-")}-${number}.pdf`, "application/pdf")
        }
      >
        <T text="PDF{of}" of={<span className="vh"> {t("of {number}", { number })}</span>} />
      </Button>
      <EInvoice paper={{ id, number, account_id }} />
    </>
  ),
});

export const downloadPapers = (account: string): Promise<void> =>
  downloadReport("/papers", "papers.csv", { account });
