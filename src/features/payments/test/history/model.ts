import { small } from "../paid-service.ts";

export const packageGross = 6050;
export const periodGross = 11_979;
/** Credits of a period of the plan that has some. */
export const periodCredits = 15_000;

/** A payment that is made by transfer. */
export interface ByTransfer {
  readonly seq: number;
  readonly id: string;
  readonly subscriptionId: string;
  readonly minor: number;
}

interface Spent {
  readonly seq: number;
  readonly id: string;
  readonly credits: number;
  readonly at: number;
}

/** What customers, banks and operators have done, as the history did it. Nothing of it is read from the service. */
export class Ledger {
  /** Grows with each entry, so that a restore can drop later ones. */
  seq = 0;
  spent: Spent[] = [];
  /** Transfers that the bank has reported, by its reference. */
  readonly received = new Map<string, { readonly minor: number; readonly reference: string }>();
  /** Payments by transfer, by the reference that the payer writes. */
  readonly byTransfer = new Map<string, ByTransfer>();
  returned: { readonly seq: number; readonly paymentId: string; readonly minor: number }[] = [];
  /** Charges that an operator has returned after a restore. */
  readonly givenBack = new Set<string>();
  /** Charges that an operator has matched: a restored service does not have whose card it was. */
  readonly matched = new Set<string>();
  /** Cards that each account has had, by the provider's customer. */
  readonly cards = new Map<string, Set<string>>();
  readonly ended = new Set<string>();

  spend(id: string, credits: number, at: number): void {
    this.spent.push({ seq: ++this.seq, id, credits, at });
  }

  returnByTransfer(paymentId: string, minor: number): void {
    this.returned.push({ seq: ++this.seq, paymentId, minor });
  }

  /** Uses are of the database alone: what was used since a backup is not charged after its restore. */
  goBack(seq: number): void {
    this.spent = this.spent.filter((one) => one.seq <= seq);
  }

  /** Without its decision log, an installation has not made either what was decided since. */
  loseDecisions(seq: number): void {
    this.returned = this.returned.filter((one) => one.seq <= seq);
    for (const [reference, one] of this.byTransfer) if (one.seq > seq) this.byTransfer.delete(reference);
  }

  returnedByTransfer(paymentId: string): number {
    return this.returned.reduce((sum, one) => sum + (one.paymentId === paymentId ? one.minor : 0), 0);
  }

  spentOf(id: string, from = 0, to = Number.POSITIVE_INFINITY): number {
    return this.spent.reduce(
      (sum, one) => sum + (one.id === id && one.at >= from && one.at < to ? one.credits : 0),
      0,
    );
  }
}

/** Money of one payment: what came, what went back, and whether a dispute took all of it. */
export interface Money {
  readonly minor: number;
  readonly refunded: number;
  readonly isLost: boolean;
}

export const netOf = ({ minor, refunded, isLost }: Money): number =>
  isLost ? 0 : minor - Math.min(minor, refunded);

/** Credits that are left of a package for the money that is left of it. */
export const creditsOf = (money: Money): number =>
  small.credits - Math.floor((small.credits * (money.minor - netOf(money))) / money.minor);

/** A period of a plan, and whether its money has come. */
export interface PaidPeriod {
  readonly from: number;
  readonly to: number;
  readonly isPaid: boolean;
}

/** What is left of a plan's credits, less what is owed: each period's own end with it, debts stay. */
export function leftOfPeriods(
  ledger: Ledger,
  id: string,
  periods: readonly PaidPeriod[],
  now: number,
): number {
  let left = 0;
  for (const { from, to, isPaid } of periods)
    left = Math.min(left, 0) + (isPaid ? periodCredits : 0) - ledger.spentOf(id, from, to);
  const isOver = (periods.at(-1)?.to ?? 0) <= now;
  return isOver ? Math.min(left, 0) : left;
}
