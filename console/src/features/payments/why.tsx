import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { rateWords } from "../../base/typed-numbers.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Sum, type SumLine } from "../billing/change-sum.tsx";
import type { Payment } from "./payment-queries.ts";
import { sumOf } from "./payment-words.ts";

/** The parts of an invoice that give the reason for its sum. */
interface Invoice {
  readonly number: string;
  readonly period: { readonly start: string; readonly end: string | null };
  readonly buyer: {
    readonly company: string | null;
    readonly name: string | null;
    readonly address: readonly string[];
    readonly postal_code: string | null;
    readonly city: string | null;
    readonly tax_id: string | null;
  } | null;
  readonly lines: readonly {
    readonly id: number;
    readonly name: string;
    readonly quantity: number;
    readonly unit: string;
    readonly price_minor: number;
    readonly base_quantity: number;
    readonly net_minor: number;
  }[];
  readonly vat_breakdown: readonly { readonly rate: number; readonly tax_minor: number }[];
}

const invoiceOf = (id: string) =>
  queryOptions({
    queryKey: ["papers", "one", id],
    queryFn: () =>
      dataOf(api.GET("/papers/{id}", { params: { path: { id } } })) as Promise<unknown> as Promise<Invoice>,
  });

/** The lines of a payment's invoice with their credits and calls, its tax and its buyer. Before an invoice: net and tax. */
export function Why({ payment, isOwn }: { payment: Payment; isOwn: boolean }) {
  const { paper_id: paper, currency, net_minor, minor, description, credits } = payment;
  const { data: invoice } = useQuery({ ...invoiceOf(paper ?? ""), enabled: paper !== null });
  if (paper !== null && !invoice) return null;
  const sum = (value: number) => price(value, currency);
  const lines: readonly SumLine[] = invoice
    ? invoice.lines.map((line) => [
        <LineWords key={line.id} line={line} payment={payment} invoice={invoice} isOwn={isOwn} />,
        sum(line.net_minor),
      ])
    : [[description, sum(net_minor)]];
  const tax: readonly SumLine[] = invoice
    ? invoice.vat_breakdown.map(({ rate, tax_minor }) => [
        t("VAT {rate}", { rate: rateWords(rate) }),
        sum(tax_minor),
      ])
    : [[t("VAT"), sum(minor - net_minor)]];
  const buyer = invoice?.buyer;
  return (
    <Section
      title={t("Why {sum}", { sum: sumOf(payment) })}
      note={
        credits > 0 &&
        !invoice &&
        t("{credits, plural, one {# credit} other {# credits}} once it is paid.", { credits })
      }
    >
      <Sum
        caption={t("Lines")}
        lines={[
          ...lines,
          [t("Without VAT"), sum(net_minor), "rule"],
          ...tax,
          [t("Total"), sumOf(payment), "total"],
        ]}
      />
      {buyer && (
        <p className="xs muted note" dir="auto">
          {[
            buyer.company ?? buyer.name,
            ...buyer.address,
            [buyer.postal_code, buyer.city].filter(Boolean).join(" "),
            buyer.tax_id,
          ]
            .filter(Boolean)
            .join(", ")}
        </p>
      )}
    </Section>
  );
}

interface LineProps {
  readonly line: Invoice["lines"][number];
  readonly payment: Payment;
  readonly invoice: Invoice;
  readonly isOwn: boolean;
}

/** A line's name, and what stands behind it: credits that were granted, or the calls that used them. */
function LineWords({ line, payment, invoice, isOwn }: LineProps) {
  const { account_id, credits, currency } = payment;
  const { start, end } = invoice.period;
  if (line.unit === "credits") {
    const user = isOwn ? {} : { user: account_id };
    return (
      <>
        {line.name}
        <span className="sub">
          {t("{credits, plural, one {# credit} other {# credits}} at {price} per {per}", {
            credits: line.quantity,
            price: price(line.price_minor, currency),
            per: count(line.base_quantity),
          })}
          {" · "}
          <Link to="/calls" search={{ by: "api", ...user, from: start, ...(end && { to: end }) }}>
            {t("calls of these days by lookup")}
          </Link>
        </span>
      </>
    );
  }
  if (credits === 0) return line.name;
  return (
    <>
      {line.name}
      <span className="sub">
        <Link to={isOwn ? "/billing" : `/customers/${account_id}`}>
          {t("{credits, plural, one {# credit} other {# credits}} in the credit history", { credits })}
        </Link>
      </span>
    </>
  );
}
