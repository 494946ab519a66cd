import { isoTime } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import {
  firstWrong,
  rowsAtOnce,
  rowsOf,
  type TableComparison,
} from "../../metering/consistency/table-comparison.ts";
import { type PaymentTerms, payments } from "./rows/payment.ts";
import { broughtBack } from "./rows/payment-rows.ts";
import { reversedOf } from "./settling/reverse-payment.ts";
import { type StoredPayment, wrongInItself } from "./stored-payment-check.ts";

const pageAfter = (last: StoredPayment | undefined) => sql`
  select ${payments.columns},
    y.paid_debts as "paidDebts", g.id as "foundGrant", g.subscription_id as "grantOf", g.source as "grantSource",
    g.amount as "grantAmount", g.removed as "grantRemoved", g.expires_at as "grantExpiresAt", g.state as "grantState",
    i.id as "foundPaper", i.kind as "paperKind", i.payment_id as "paperOf", i.net_minor as "paperNet",
    i.gross_minor as "paperGross", i.currency as "paperCurrency", i.account_id as "paperAccount",
    p.state as "periodState", p.grant_id as "periodGrant"
  from payment y left join credit_grant g on g.id = y.grant_id left join paper i on i.id = y.paper_id
    left join billing_period p on p.subscription_id = y.subscription_id and p.number = y.period
  where y.id > ${last?.id ?? ""} order by y.id limit ${rowsAtOnce}`;

/** Every payment: its sums, its state, its grant, its invoice and its period. */
export const paymentComparison: TableComparison = {
  found: "payments",
  expected: "grants, papers and periods",
  subjects: "payments",
  advice:
    "compare the payment (GET /payments/ID) with its provider, its invoice and the audit log, and restore a backup from before the difference",
  async run(tx, comparing) {
    for await (const rows of rowsOf<StoredPayment>(tx, pageAfter))
      for (const row of rows)
        comparing.hold(`payment ${row.reference} (${row.id})`, await wrongPayment(tx, row));
  },
};

async function wrongPayment(tx: Queries, row: StoredPayment): Promise<string | undefined> {
  let terms: PaymentTerms;
  try {
    terms = JSON.parse(row.terms);
  } catch {
    return "its terms are no JSON";
  }
  const wrong = wrongInItself(row, terms);
  // What a restore has brought back is not settled yet.
  if (wrong !== undefined || row.nextAt === broughtBack) return wrong;
  return wrongGrant(row, terms) ?? wrongPaper(row) ?? wrongPeriod(row) ?? (await wrongRows(tx, row));
}

/** Whether it has what it pays for. Money that could not have it is a problem until all of it is returned. */
const isGranted = ({ paidAt, problem, state, minor, receivedMinor }: StoredPayment): boolean =>
  paidAt !== null &&
  (problem === null || receivedMinor > minor) &&
  state !== "refunded" &&
  state !== "reversed";

function wrongGrant(row: StoredPayment, terms: PaymentTerms): string | undefined {
  const { kind, grantId, credits, removed, setAside, paidDebts, subscriptionId } = row;
  const isPackage = kind === "package" || kind === "automatic";
  if (grantId === null)
    return isPackage && isGranted(row)
      ? `it is paid, and its ${credits} credits were not granted`
      : undefined;
  const grant = `its grant ${grantId}`;
  if (row.foundGrant === null) return isPackage ? `${grant} is missing` : undefined;
  const taken = row.grantAmount - credits;
  return firstWrong(
    [row.grantOf === subscriptionId, () => `${grant} is of subscription ${row.grantOf}`],
    [
      row.grantSource === (isPackage ? "purchase" : "period"),
      () => `${grant} is of the source ${row.grantSource}`,
    ],
    // What was taken of one that waits is not in its amount any more.
    [
      taken === 0 || (!isPackage && taken < 0 && -taken <= removed + setAside),
      () => `${grant} has ${row.grantAmount} credits, and ${credits} were paid`,
    ],
    [
      !isPackage || terms.to == null || row.grantExpiresAt === terms.to,
      () => `${grant} expires at ${isoTime(row.grantExpiresAt)}, and was sold until ${isoTime(terms.to!)}`,
    ],
    [
      taken < 0 || row.grantRemoved >= removed + setAside + paidDebts,
      () => `${removed + setAside + paidDebts} credits were taken of it, and ${row.grantRemoved} of ${grant}`,
    ],
  );
}

function wrongPaper(row: StoredPayment): string | undefined {
  const { paperId, minor, netMinor, currency, accountId, id, creditedMinor } = row;
  if (paperId === null)
    return firstWrong(
      [!isGranted(row) || minor === 0, () => "it is paid, and has no invoice"],
      [creditedMinor === 0, () => `${creditedMinor} were credited, and it has no invoice`],
    );
  const paper = `its invoice ${paperId}`;
  const reversed = reversedOf(row);
  return firstWrong(
    [row.foundPaper !== null, () => `${paper} is missing`],
    [row.paperKind === "invoice", () => `${paper} is a ${row.paperKind}`],
    [row.paperOf === id, () => `${paper} is of payment ${row.paperOf}`],
    [row.paperGross === minor, () => `${paper} is of ${row.paperGross}, and it of ${minor}`],
    [row.paperNet === netMinor, () => `${paper} is of ${row.paperNet} net, and it of ${netMinor}`],
    [row.paperCurrency === currency, () => `${paper} is in ${row.paperCurrency}, and it in ${currency}`],
    [
      row.paperAccount === accountId,
      () => `${paper} is of account ${row.paperAccount}, and it of ${accountId}`,
    ],
    [creditedMinor === reversed, () => `${reversed} were returned, and credit notes are of ${creditedMinor}`],
  );
}

function wrongPeriod(row: StoredPayment): string | undefined {
  const { kind, period, periodState, periodGrant, grantId } = row;
  if ((kind !== "plan" && kind !== "renewal") || !isGranted(row) || period === null) return undefined;
  return firstWrong(
    [periodState !== null, () => `its period ${period} is missing`],
    [periodState === "paid", () => `it is paid, and its period ${period} is ${periodState}`],
    [
      periodGrant === grantId,
      () => `its grant is ${grantId}, and that of its period ${period} ${periodGrant}`,
    ],
  );
}

interface Sums {
  readonly notes: number;
  readonly refunds: number;
  readonly transfers: number;
  readonly entries: number;
}

/** Rows of other tables that add up to its sums; read for those that were returned or paid by transfer alone. */
async function wrongRows(tx: Queries, row: StoredPayment): Promise<string | undefined> {
  const { id, provider, receivedMinor, refundedMinor, dispute, paperId, creditedMinor, reference } = row;
  const isReturned = refundedMinor > 0 || dispute !== null || creditedMinor > 0;
  const isTransfer = provider === "manual" && receivedMinor > 0;
  if (!isReturned && !isTransfer) return undefined;
  const sums = (await tx.get<Sums>(sql`
    select (select cast(coalesce(sum(case when kind = 'credit_note' then gross_minor else -gross_minor end), 0) as bigint)
        from paper where corrects = ${paperId}) as notes,
      (select cast(coalesce(sum(minor), 0) as bigint) from payment_refund
        where payment_id = ${id} and state = 'done') as refunds,
      (select cast(coalesce(sum(minor), 0) as bigint) from payment_transfer
        where payment_id = ${id} and state = 'matched') as transfers,
      (select cast(coalesce(-sum(delta), 0) as bigint) from credit_ledger
        where subscription_id = ${row.subscriptionId} and number > 0 and kind = 'adjust'
          and reason = ${`payment ${reference}`}) as entries`))!;
  const { removed, setAside, grantState, minor } = row;
  // What came beyond its sum goes back without being refunded of it.
  const surplus = provider === "manual" ? Math.max(0, receivedMinor - minor) : 0;
  const leastRefunded = Math.min(minor, sums.refunds - surplus);
  // Credits of a dispute that is over can have expired while they were set aside.
  const isExact = dispute === null && grantState !== null && row.grantAmount === row.credits;
  const inLedger = removed + setAside;
  // What was given back after the grant had expired is another grant.
  const isEntered = grantState === "closed" ? sums.entries >= inLedger : sums.entries === inLedger;
  return firstWrong(
    [
      paperId === null || sums.notes === creditedMinor,
      () => `the credit notes of its invoice have ${sums.notes}, and it ${creditedMinor}`,
    ],
    [
      leastRefunded <= refundedMinor && sums.refunds <= Math.max(minor, receivedMinor),
      () => `its refunds returned ${sums.refunds}, and it says ${refundedMinor}`,
    ],
    [
      provider !== "manual" ||
        sums.refunds === refundedMinor ||
        (surplus > 0 && sums.refunds > refundedMinor),
      () => `its refunds returned ${sums.refunds}, and it says ${refundedMinor}`,
    ],
    [
      !isTransfer || sums.transfers <= receivedMinor,
      () => `its transfers brought ${sums.transfers}, and it says ${receivedMinor}`,
    ],
    [!isExact || isEntered, () => `the ledger took ${sums.entries} credits for it, and it says ${inLedger}`],
  );
}
