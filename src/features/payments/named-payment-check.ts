import { sql } from "../../database/sql.ts";
import { rowsAtOnce, rowsOf, type TableComparison } from "../../metering/consistency/table-comparison.ts";

interface PartRow {
  readonly id: string;
  readonly paymentId: string;
  readonly found: string | null;
  readonly paper: string | null;
}

/** Rows that name a payment: invoices, refunds, transfers, and the grants of packages. */
export const namedPaymentComparison: TableComparison = {
  found: "rows that name a payment",
  expected: "payments",
  subjects: "rows",
  advice:
    "a payment was deleted or changed: restore a backup from before the difference, since its money has come",
  async run(tx, comparing) {
    const read = async (what: string, page: (last: string) => ReturnType<typeof sql>, wrong: WrongPart) => {
      for await (const rows of rowsOf<PartRow>(tx, (last) => page(last?.id ?? "")))
        for (const row of rows) comparing.hold(`${what} ${row.id}`, wrong(row));
    };
    const missing: WrongPart = ({ paymentId, found }) =>
      found === null ? `its payment ${paymentId} is missing` : undefined;
    await read(
      "invoice",
      (last) => sql`
        select i.id, i.payment_id as "paymentId", y.id as found, y.paper_id as paper from paper i
          left join payment y on y.id = i.payment_id
        where i.payment_id is not null and i.kind = 'invoice' and i.corrects is null and i.id > ${last} order by i.id limit ${rowsAtOnce}`,
      (row) =>
        missing(row) ??
        (row.paper === row.id ? undefined : `its payment ${row.paymentId} has the invoice ${row.paper}`),
    );
    for (const table of [sql`payment_refund`, sql`payment_transfer`])
      await read(
        table.parts[0]!.replace("_", " "),
        (last) => sql`
          select r.id, r.payment_id as "paymentId", y.id as found, y.paper_id as paper from ${table} r
            left join payment y on y.id = r.payment_id
          where r.payment_id is not null and r.id > ${last} order by r.id limit ${rowsAtOnce}`,
        missing,
      );
  },
};

type WrongPart = (row: PartRow) => string | undefined;

interface Debts {
  readonly id: string;
  readonly collected: number;
  readonly paidDebts: number;
}

/** What credits of payments have paid of debts: no more than was collected of them. */
export const debtComparison: TableComparison = {
  found: "debts that credits paid",
  expected: "debts that were collected",
  subjects: "subscriptions with debts",
  advice: "compare the ledger of the subscription (its entries name the payment that owed) with its payments",
  async run(tx, comparing) {
    const all = rowsOf<Debts>(
      tx,
      (last) => sql`
        select subscription_id as id, cast(sum(collected) as bigint) as collected,
          cast(sum(paid_debts) as bigint) as "paidDebts"
        from payment where (owed > 0 or paid_debts > 0) and subscription_id > ${last?.id ?? ""}
        group by subscription_id order by subscription_id limit ${rowsAtOnce}`,
    );
    for await (const rows of all)
      for (const { id, collected, paidDebts } of rows)
        comparing.hold(
          `subscription ${id}`,
          paidDebts <= collected
            ? undefined
            : `credits of its payments paid ${paidDebts} of debts, and ${collected} were collected`,
        );
  },
};
