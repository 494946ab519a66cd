import type { Charge, Dispute, Intent, Refund } from "./objects.ts";
import { shownCharge, shownDispute, shownRefund } from "./objects.ts";

type Source =
  | { readonly charge: Charge; readonly of: Intent }
  | { readonly refund: Refund }
  | { readonly dispute: Dispute }
  | { readonly id: string; readonly object: string }
  | undefined;

/** A balance transaction. Amounts are in Stripe's units of the balance's currency, times in seconds. */
export interface BalanceTransaction {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  readonly category: string;
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  readonly rate: number | null;
  readonly source: Source;
}

/** What leaves or enters the balance, in the currency of its charge. */
interface Movement {
  readonly created: number;
  readonly type: string;
  readonly category?: string;
  readonly currency: string;
  readonly amount: number;
  readonly fee?: number;
  readonly source?: Source;
}

/** Into which currency Stripe exchanges charges, and how many of it are one. */
interface Exchange {
  readonly into: string;
  readonly rate: number;
}

/** What Stripe keeps of a charge: 1.5% and 25. */
export const feeOf = (amount: number): number => Math.round(amount * 0.015) + 25;
/** What it takes for a dispute. */
export const disputeFee = 1500;

/** The balance of an account at Stripe. */
export class Balance {
  readonly all: BalanceTransaction[] = [];
  /** Undefined: what is charged stays in its currency. */
  exchange: Exchange | undefined;

  move({ currency, amount, fee = 0, type, category = type, ...more }: Movement): void {
    // Without a currency that it is exchanged from.
    const { into = currency, rate = 1 } = this.exchange ?? {};
    this.all.push({
      id: `txn_${this.all.length + 1}`,
      type,
      category,
      currency: into,
      amount: Math.round(amount * rate),
      fee,
      rate: into === currency ? null : rate,
      source: undefined,
      ...more,
    });
  }

  /** What it is after all movements before a moment, in seconds, by currency: what was paid in, less fees, less what was paid out. */
  before(moment: number): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { created, currency, amount, fee } of this.all)
      if (created < moment) sums[currency] = (sums[currency] ?? 0) + amount - fee;
    return sums;
  }
}

/** The object that moved it; `expanded`: not its ID alone. */
function shownSource(source: Source, expanded: boolean): unknown {
  if (source === undefined) return null;
  if ("id" in source) return expanded ? source : source.id;
  const [id, shown] =
    "charge" in source
      ? [source.charge.id, shownCharge(source.charge, source.of)]
      : "refund" in source
        ? [source.refund.id, shownRefund(source.refund)]
        : [source.dispute.id, shownDispute(source.dispute)];
  return expanded ? shown : id;
}

export const shownBalance = (one: BalanceTransaction, expanded: boolean): object => ({
  object: "balance_transaction",
  id: one.id,
  created: one.created,
  available_on: one.created + 2 * 86_400,
  type: one.type,
  reporting_category: one.category,
  currency: one.currency,
  amount: one.amount,
  fee: one.fee,
  fee_details: [],
  net: one.amount - one.fee,
  description: null,
  exchange_rate: one.rate,
  source: shownSource(one.source, expanded),
  status: "available",
});
