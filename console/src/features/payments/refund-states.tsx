import { useQuery } from "@tanstack/react-query";
import { downloadFile } from "../../api/download.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { EInvoice } from "../papers/e-invoices.tsx";
import { sumOf } from "./line-words.ts";
import { linesIn } from "./money-queries.ts";
import { type Payment, type RefundTransfer, refundTransfers } from "./payment-queries.ts";
import { RefundToSend } from "./refund-to-send.tsx";

const utc = datesIn("UTC");

const columns: readonly Column<RefundTransfer>[] = [
  {
    head: t("Refund"),
    // What came beyond the invoice has no credit note.
    cell: ({ minor, currency, reference: number, paper_id }) =>
      paper_id
        ? t("Refund of {sum}, credit note {number}", { sum: price(minor, currency), number })
        : t("Refund of {sum}, reference {number}", { sum: price(minor, currency), number }),
  },
  { head: t("To account"), className: "wrapany", cell: ({ account }) => <bdi>{account}</bdi> },
  {
    head: t("State"),
    cell: ({ sent_at }) =>
      sent_at ? (
        <Mark outcome="ok">{t("Sent on {day}", { day: utc.day(sent_at) })}</Mark>
      ) : (
        <Mark outcome="blocked">{t("Not sent yet")}</Mark>
      ),
  },
];

/** The refunds of a payment by transfer, and whether they were sent; nothing without one. */
export function RefundStates({ payment, isOwn }: { payment: Payment; isOwn: boolean }) {
  const { id, minor, received_minor, refunded_minor } = payment;
  const { data } = useQuery({
    ...refundTransfers({ payment_id: id, page_size: 100 }),
    enabled: refunded_minor > 0 || received_minor > minor,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <>
      {!isOwn &&
        data.items
          .filter(({ state }) => state === "open")
          .map((refund) => <RefundToSend key={refund.id} refund={refund} />)}
      <Section title={t("Refunds by transfer")}>
        <Table
          caption={t("Refunds by transfer")}
          items={data.items}
          columns={columns}
          keyOf={(refund) => refund.id}
        />
      </Section>
    </>
  );
}

/** The credit notes of a payment, and what takes them back, as files. For operators; customers have theirs on Billing. */
export function CreditNotes({ payment: { id, paper_id } }: { payment: Payment }) {
  const { data } = useQuery(linesIn({ q: id, page: 1, page_size: 50 }));
  const notes = (data?.items ?? []).filter((line) => line.paper_id !== null && line.paper_id !== paper_id);
  if (notes.length === 0) return null;
  return (
    <Section title={t("Credit notes")}>
      <ul className="words">
        {notes.map((line) => (
          <li key={line.paper_id}>
            <Button
              look="text"
              className="invoice"
              onPress={() =>
                downloadFile(
                  `/papers/${line.paper_id}/pdf`,
                  `credit-note-${line.number}.pdf`,
                  "application/pdf",
                )
              }
            >
              {line.number}
            </Button>{" "}
            {sumOf(line)}, {utc.day(line.at)}{" "}
            <EInvoice paper={{ id: line.paper_id!, number: line.number!, account_id: line.account_id! }} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
