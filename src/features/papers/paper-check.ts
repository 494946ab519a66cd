import { amountOf, sumOf } from "../../base/format/money.ts";
import { dateIn } from "../../base/format/words.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import {
  firstWrong,
  rowsAtOnce,
  rowsOf,
  type TableComparison,
} from "../../metering/consistency/table-comparison.ts";
import type { PaperBody } from "./paper-body.ts";
import { papers, type StoredPaper, sumCredited } from "./paper-rows.ts";

interface Row extends StoredPaper {
  readonly buyerRemoved: number;
}

const columns = sql`${papers.columns}, p.buyer_removed as "buyerRemoved"`;

export const paperAdvice =
  "papers never change: take the paper as its customer has it (its PDF contains the data) or from a backup, and put it back";

/** Every paper: its columns, its body, and the invoice that a credit note corrects. */
export const paperComparison: TableComparison = {
  found: "papers",
  expected: "their bodies and sums",
  subjects: "papers",
  advice: paperAdvice,
  async run(tx, comparing) {
    const checked = rowsOf<Row>(
      tx,
      (last) =>
        sql`select ${columns} from paper p where id > ${last?.id ?? ""} order by id limit ${rowsAtOnce}`,
    );
    for await (const rows of checked)
      for (const row of rows) {
        const wrong =
          wrongPaper(row) ??
          (row.kind === "invoice" && row.corrects === null ? undefined : await wrongCorrection(tx, row));
        comparing.hold(`paper ${row.number} (${row.id})`, wrong);
      }
  },
};

function bodyOf({ body }: Row): PaperBody | undefined {
  try {
    return JSON.parse(body) as PaperBody;
  } catch {
    return undefined;
  }
}

function wrongPaper(row: Row): string | undefined {
  const body = bodyOf(row);
  if (!body) return "its body is no JSON";
  const { netMinor, taxMinor, grossMinor, number, kind, issuedAt } = row;
  const { totals, lines, vat_breakdown: taxes } = body;
  const columnsAgree: readonly (readonly [name: string, column: unknown, inBody: unknown])[] = [
    ["number", number, body.number],
    ["kind", kind === "invoice" ? "380" : "381", body.type_code],
    ["account", row.accountId, body.account_id],
    ["subscription", row.subscriptionId, body.subscription_id],
    ["currency", row.currency, body.currency],
    ["net sum", netMinor, totals.net_minor],
    ["tax", taxMinor, totals.tax_minor],
    ["gross sum", grossMinor, totals.gross_minor],
    ["date", dateIn(issuedAt), body.issue_date],
    ["series", number.slice(0, number.indexOf("-")), row.series],
    ["year", dateIn(issuedAt).slice(0, 4), row.series],
    ["buyer", row.buyerRemoved === 1, body.buyer === null],
  ];
  const differing = columnsAgree.find(([, column, inBody]) => column !== inBody);
  if (differing) {
    const [name, column, inBody] = differing;
    return `its ${name} is ${String(column)}, and by its body ${String(inBody)}`;
  }
  const lineSum = sumOf(lines.map(({ net_minor }) => net_minor));
  const taxed = sumOf(taxes.map(({ taxable_minor }) => taxable_minor));
  const taxSum = sumOf(taxes.map(({ tax_minor }) => tax_minor));
  const line = lines.find(
    ({ quantity, price_minor: price, base_quantity: per, net_minor: net }) =>
      amountOf(quantity, price, per) !== net,
  );
  return firstWrong(
    [grossMinor === netMinor + taxMinor, () => `${netMinor} and ${taxMinor} of tax are not ${grossMinor}`],
    [lineSum === netMinor, () => `its lines have the sum ${lineSum}, and it ${netMinor}`],
    [line === undefined, () => `line ${line!.id} has the amount ${line!.net_minor}, not price by quantity`],
    [
      taxed === netMinor && taxSum === taxMinor,
      () => `its taxes are ${taxSum} of ${taxed}, not ${taxMinor} of ${netMinor}`,
    ],
    [
      totals.due_minor === totals.gross_minor - totals.paid_minor,
      () => `${totals.due_minor} are due, not ${totals.gross_minor} less ${totals.paid_minor}`,
    ],
    [
      kind !== "invoice" ||
        row.corrects !== null ||
        totals.tax_minor === amountOf(netMinor, taxes[0]?.rate ?? 0, 10_000),
      () => `its tax is ${taxMinor}, not ${(taxes[0]?.rate ?? 0) / 100} % of ${netMinor}`,
    ],
    [kind !== "credit_note" || body.preceding_invoice !== null, () => "it names no invoice that it corrects"],
  );
}

/** A paper that corrects an invoice, with the invoice and with all others that correct it, whose sums are compared. */
async function wrongCorrection(tx: Queries, row: Row): Promise<string | undefined> {
  if (row.kind === "statement") return undefined;
  if (row.corrects === null) return "it corrects no invoice";
  const invoice = await tx.get<Row>(sql`select ${columns} from paper p where id = ${row.corrects}`);
  if (invoice?.kind !== "invoice" || invoice.corrects !== null)
    return `the invoice ${row.corrects} that it corrects is missing`;
  const { grossMinor: gross, taxMinor: tax } = await sumCredited(tx, row.corrects);
  const preceding = bodyOf(row)?.preceding_invoice;
  return firstWrong(
    [
      preceding?.number === invoice.number,
      () => `it names the invoice ${preceding?.number}, and corrects ${invoice.number}`,
    ],
    [
      row.accountId === invoice.accountId,
      () => `it is of account ${row.accountId}, and ${invoice.number} of ${invoice.accountId}`,
    ],
    [
      row.currency === invoice.currency,
      () => `it is in ${row.currency}, and ${invoice.number} in ${invoice.currency}`,
    ],
    [
      row.paymentId === invoice.paymentId,
      () => `it is of payment ${row.paymentId}, and ${invoice.number} of ${invoice.paymentId}`,
    ],
    [
      gross >= 0 && gross <= invoice.grossMinor,
      () => `all credit notes of ${invoice.number} have ${gross}, and it has ${invoice.grossMinor}`,
    ],
    [
      tax === amountOf(gross, invoice.taxMinor, invoice.grossMinor),
      () =>
        `all credit notes of ${invoice.number} have ${tax} of tax, not that part of its ${invoice.taxMinor}`,
    ],
  );
}
