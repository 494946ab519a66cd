import type { Kind } from "../../../../../test/database/databases.ts";
import { MoneyHistory } from "./money-history.ts";
import type { History } from "./steps.ts";

/** What histories were made of, and what was off in them. */
export class Totals {
  histories = 0;
  steps = 0;
  restores = 0;
  compared = 0;
  cents = 0;
  credits = 0;
  chargesWithoutPayment = 0;
  paymentsWithoutCharge = 0;

  toString(): string {
    return `${this.histories} histories, ${this.steps} steps, ${this.restores} restores, ${this.compared} payments: ${this.cents} cents off, ${this.credits} credits off, ${this.chargesWithoutPayment} charges without a payment, ${this.paymentsWithoutCharge} payments without a charge`;
  }
}

/** Resolves to what differs after a history, in words; empty if nothing does. */
export async function runHistory(kind: Kind, history: History, totals: Totals): Promise<readonly string[]> {
  const made = await MoneyHistory.begin(kind, history);
  try {
    for (const step of history.steps) await made.step(step);
    await made.settle();
    const { found, ...sums } = await made.differences();
    totals.histories += 1;
    totals.steps += made.counts.steps;
    totals.restores += made.counts.restores;
    for (const name of [
      "compared",
      "cents",
      "credits",
      "chargesWithoutPayment",
      "paymentsWithoutCharge",
    ] as const)
      totals[name] += sums[name];
    return found;
  } finally {
    await made.end();
  }
}
