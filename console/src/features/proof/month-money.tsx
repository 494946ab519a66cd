import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Section } from "../../parts/section.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { MoneyText, useRefunds } from "./money-text.tsx";
import type { Statement } from "./statement.ts";

interface Line {
  readonly key: number;
  readonly text: string;
  readonly minor: number;
}

/** What the account is charged for the month; nothing without papers. */
export function MonthMoney({ money, userId }: Pick<Statement, "money"> & { readonly userId: string }) {
  const refunds = useRefunds(userId, money?.lines.map(({ text }) => text) ?? []);
  if (!money) return null;
  const { currency, lines, total_minor } = money;
  const total = { text: t("Total"), minor: total_minor };
  const rows = [...lines, total].map(({ text, minor }, key): Line => ({ key, text, minor }));
  const columns: readonly Column<Line>[] = [
    { head: t("For"), cell: ({ text }) => <MoneyText text={text} refunds={refunds} /> },
    { head: t("Amount"), cell: ({ minor }) => price(minor, currency), figures: true },
  ];
  return (
    <Section
      title={t("Charges: {price} without tax", { price: price(total_minor, currency) })}
      note={t(
        "What invoices charge for supplies of the month, less the credit notes that were issued in it.",
      )}
    >
      <Table caption={t("Charges")} items={rows} columns={columns} keyOf={({ key }) => key} />
    </Section>
  );
}
