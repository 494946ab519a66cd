import { formatMoney } from "../../../base/format/money.ts";
import type { Sheets } from "../../../pdf/sheets.ts";
import { styles } from "../../../pdf/sheets.ts";
import { type Column, drawTable, type TableRow } from "../../../pdf/table.ts";
import type { MonthMoney } from "../../../running/account-ports.ts";

const columns: readonly Column[] = [
  { title: "For", share: 0.8 },
  { title: "Amount", share: 0.2, isNumber: true },
];

/** What the account is charged for the month. */
export function drawMoney(sheets: Sheets, { currency, lines, total_minor }: MonthMoney): void {
  const money = (minor: number) => `${minor < 0 ? "−" : ""}${formatMoney(Math.abs(minor), currency)}`;
  sheets.heading(`Charges: ${money(total_minor)} without tax`, styles.part, 80);
  sheets.paragraph(
    "What invoices charge for supplies of the month, less the credit notes that were issued in it.",
    styles.small,
  );
  const rows = lines.map(({ text, minor }): TableRow => ({ cells: [text, money(minor)] }));
  drawTable(sheets, columns, [...rows, { cells: ["Total", money(total_minor)], isSum: true }]);
}
