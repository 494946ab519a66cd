import { amountOf } from "../../base/format/money.ts";
import { firstWrong } from "../../metering/consistency/table-comparison.ts";
import type { Payment, PaymentTerms } from "./rows/payment.ts";
import { broughtBack } from "./rows/payment-rows.ts";
import { creditsFor, reversedOf } from "./settling/reverse-payment.ts";

/** A payment with its grant, its paper and its period; null without them. */
export interface StoredPayment extends Omit<Payment, "terms"> {
  readonly terms: string;
  readonly paidDebts: number;
  readonly foundGrant: string | null;
  readonly grantOf: string;
  readonly grantSource: string;
  readonly grantAmount: number;
  readonly grantRemoved: number;
  readonly grantExpiresAt: number;
  readonly grantState: string;
  readonly foundPaper: string | null;
  readonly paperKind: string;
  readonly paperOf: string | null;
  readonly paperNet: number;
  readonly paperGross: number;
  readonly paperCurrency: string;
  readonly paperAccount: string;
  readonly periodState: string | null;
  readonly periodGrant: string | null;
}

/** What is wrong with a payment by its own row; undefined if all agrees. */
export const wrongInItself = (row: StoredPayment, terms: PaymentTerms): string | undefined =>
  wrongSums(row, terms) ?? wrongState(row) ?? wrongCredits(row);

function wrongSums(row: StoredPayment, { tax, used, priceMinor, per }: PaymentTerms): string | undefined {
  const { kind, netMinor, minor } = row;
  return firstWrong(
    [netMinor === tax.netMinor, () => `its net sum is ${netMinor}, and by its terms ${tax.netMinor}`],
    [minor === tax.grossMinor, () => `its sum is ${minor}, and by its terms ${tax.grossMinor}`],
    [tax.grossMinor === tax.netMinor + tax.taxMinor, () => "the tax in its terms does not add up"],
    [
      tax.category === "" || tax.taxMinor === amountOf(netMinor, tax.rate, 10_000),
      () => `its tax is ${tax.taxMinor}, not ${tax.rate / 100} % of ${netMinor}`,
    ],
    [
      kind !== "overage" || netMinor === amountOf(used!, priceMinor!, per!),
      () => `its net sum is ${netMinor}, not ${used} credits at ${priceMinor} per ${per}`,
    ],
  );
}

/** The state that follows from what was received, returned and disputed. */
function expectedState({ dispute, refundedMinor, minor }: StoredPayment): Payment["state"] {
  if (dispute === "open") return "disputed";
  if (dispute === "lost") return "reversed";
  if (refundedMinor === 0) return "paid";
  return refundedMinor < minor ? "part_refunded" : "refunded";
}

const unpaid: readonly string[] = ["requested", "pending", "failed", "cancelled"];

function wrongState(row: StoredPayment): string | undefined {
  const { state, paidAt, receivedMinor, refundedMinor, minor, problem, dispute, nextAt, debitAt } = row;
  const isPaid = paidAt !== null;
  const isRestored = nextAt === broughtBack;
  return firstWrong(
    [
      isPaid || isRestored || unpaid.includes(state),
      () => `it is ${state}, and no time says when it was paid`,
    ],
    [!isPaid || state === expectedState(row), () => `it is ${state}, and by its sums ${expectedState(row)}`],
    [
      !isPaid || receivedMinor >= minor || problem !== null,
      () => `it is ${state}, and ${receivedMinor} of ${minor} were received`,
    ],
    [
      isPaid || receivedMinor < minor || minor === 0 || isRestored,
      () => `${receivedMinor} of ${minor} were received, and it is ${state}`,
    ],
    [refundedMinor <= minor, () => `${refundedMinor} were returned, and it was of ${minor}`],
    [debitAt === null || state === "pending", () => `it is ${state}, and is being debited`],
    [
      isPaid || (refundedMinor === 0 && dispute === null),
      () => `it is ${state}, and was returned or disputed`,
    ],
  );
}

/** What can have been taken of its credits. A debit that failed has taken all of them, until it is paid otherwise. */
function mostTaken(row: StoredPayment): number {
  const { paidAt, debitAt, grantId, credits, problem } = row;
  if (paidAt !== null && problem === null) return creditsFor(row, reversedOf(row));
  return grantId === null || debitAt !== null ? 0 : credits;
}

function wrongCredits(row: StoredPayment): string | undefined {
  const { removed, owed, collected, setAside, dispute, credits, grantId, paidDebts } = row;
  const most = mostTaken(row);
  return firstWrong(
    [
      grantId === null ||
        row.paidAt !== null ||
        row.debitAt !== null ||
        removed + owed > 0 ||
        row.nextAt === broughtBack,
      () => `it is ${row.state}, and has the grant ${grantId}`,
    ],
    [
      removed + owed <= most,
      () =>
        `its reversals took ${removed} credits, and ${owed} are owed: more than the ${most} of what was returned`,
    ],
    [collected <= owed, () => `${collected} credits were collected, and ${owed} owed`],
    [setAside === 0 || dispute === "open", () => `${setAside} credits are set aside, and it is not disputed`],
    [
      grantId === null || removed + setAside + paidDebts <= credits,
      () => `${removed + setAside + paidDebts} credits were taken of it, and it brought ${credits}`,
    ],
  );
}
