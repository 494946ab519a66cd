import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api/client.ts";
import { listing } from "../../api/reading.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";

type Refund = Schemas["RefundTransfer"];

/** As the service writes the line of a credit note. */
const refundLine = /^Refund of (?<sum>.+), credit note (?<number>\S+)$/u;

/** The refunds by transfer of an account, by what they name; none are read for a statement without credit notes. */
export function useRefunds(userId: string, texts: readonly string[]): ReadonlyMap<string, Refund> {
  const { data } = useQuery({
    ...listing(["payments", "refunds", { account_id: userId }], "/payments/refunds", {
      query: { account_id: userId, page_size: 1000 },
    }),
    enabled: texts.some((text) => refundLine.test(text)),
  });
  return new Map(data?.items.map((one) => [one.reference, one]));
}

/** A line of a statement; that of a refund in the reader's language, with its state if it is by transfer. */
export function MoneyText({ text, refunds }: { text: string; refunds: ReadonlyMap<string, Refund> }) {
  const found = refundLine.exec(text)?.groups;
  if (!found) return <bdi>{text}</bdi>;
  const number = found.number!;
  const refund = refunds.get(number);
  const sum = refund ? price(refund.minor, refund.currency) : found.sum!;
  return (
    <>
      <bdi>{t("Refund of {sum}, credit note {number}", { sum, number })}</bdi>
      {refund && (
        <span className="sub">
          {refund.sent_at ? t("Sent on {day}", { day: day(refund.sent_at) }) : t("Not sent yet")}
        </span>
      )}
    </>
  );
}
