import { findingsWith } from "../../../../../test/metering/planted-damage.ts";
import { sql } from "../../../../database/sql.ts";
import { settleBalances } from "../../../../metering/credits/grants/settle-balances.ts";
import { rowsOf } from "../../../billing/test/billed-service.ts";
import type { PaidWorld } from "../paid-world.ts";
import { creditsOf, type Ledger, leftOfPeriods, type Money, netOf, packageGross } from "./model.ts";

interface StoredPayment {
  readonly id: string;
  readonly kind: string;
  readonly subscription: string;
  readonly account: string;
  readonly period: number | null;
  readonly state: string;
  readonly provider: string;
  readonly ref: string | null;
  readonly reference: string;
  readonly minor: number;
  readonly received: number;
  readonly refunded: number;
  readonly dispute: string | null;
  readonly problem: string | null;
  readonly granted: string | null;
  readonly paper: string | null;
  readonly paid: number | null;
}

interface StoredTransfer {
  readonly provider: string;
  readonly ref: string;
  readonly minor: number;
  readonly payment: string | null;
  readonly state: string;
}

/** Where a service differs from what its customers, banks and provider have done. */
export interface Differences {
  /** In words; empty if nowhere. */
  readonly found: readonly string[];
  readonly cents: number;
  readonly credits: number;
  readonly chargesWithoutPayment: number;
  readonly paymentsWithoutCharge: number;
  /** Charges that took money, and other payments that have some. */
  readonly compared: number;
}

const disputes: Readonly<Record<string, string>> = {
  needs_response: "open",
  warning_needs_response: "inquiry",
  won: "won",
  lost: "lost",
};

/** Compares a service at rest with a ledger of its history, and with what the provider took. */
export class Comparing {
  readonly #world: PaidWorld;
  readonly #ledger: Ledger;
  readonly #found: string[] = [];
  readonly #sums = {
    cents: 0,
    credits: 0,
    chargesWithoutPayment: 0,
    paymentsWithoutCharge: 0,
    compared: 0,
  };
  /** By payment. */
  readonly #money = new Map<string, Money>();
  #payments: readonly StoredPayment[] = [];
  #transfers: readonly StoredTransfer[] = [];

  constructor(world: PaidWorld, ledger: Ledger) {
    this.#world = world;
    this.#ledger = ledger;
  }

  async all(
    subscriptions: readonly { readonly id: string; readonly hasOwn: boolean }[],
  ): Promise<Differences> {
    const { db, comparisons } = this.#world;
    this.#payments = await rowsOf<StoredPayment>(
      db,
      sql`select id, kind, subscription_id as subscription, account_id as account, period, state, provider,
          provider_ref as ref, reference, minor, received_minor as received, refunded_minor as refunded,
          case when inquiry = 1 then 'inquiry' else dispute end as dispute, problem, grant_id as granted,
          paper_id as paper, paid_at as paid from payment order by created_at, id`,
    );
    this.#transfers = await rowsOf<StoredTransfer>(
      db,
      sql`select provider, provider_ref as ref, minor, payment_id as payment, state from payment_transfer`,
    );
    this.#charges();
    this.#periods();
    this.#bank();
    await this.#papers();
    for (const { id, hasOwn } of subscriptions)
      if (!this.#ledger.ended.has(id)) await this.#credits(id, hasOwn);
    const faults = await findingsWith(db, comparisons, undefined, ["credits by hour"]);
    this.#found.push(...faults);
    return { found: this.#found, ...this.#sums };
  }

  #cents(what: string, is: number, expected: number): void {
    if (is === expected) return;
    this.#sums.cents += Math.abs(is - expected);
    this.#found.push(`${what}: ${is} cents, not ${expected}`);
  }

  /** Each charge that took money is of one payment, or went back by an operator's decision; and the reverse. */
  #charges(): void {
    const { stripe } = this.#world;
    const taken = [...stripe.intents.values()].filter(({ amount_received }) => amount_received > 0);
    const byRef = Map.groupBy(
      this.#payments.filter(({ provider, ref }) => provider === "stripe" && ref !== null),
      ({ ref }) => ref!,
    );
    for (const { id, amount_received: minor, latest_charge, metadata, customer } of taken) {
      this.#sums.compared += 1;
      const [payment, ...others] = byRef.get(id) ?? [];
      const transfer = this.#transfers.find(({ provider, ref }) => provider === "stripe" && ref === id);
      const what = `charge ${id} of ${metadata.kind} of ${metadata.subscription_id}`;
      const dispute = stripe.disputes.find(({ intent }) => intent === id);
      const refunded = latest_charge!.amount_refunded;
      if (this.#ledger.givenBack.has(id)) {
        const isAtBank = dispute?.status === "lost" || dispute?.status === "needs_response";
        if (payment) this.#found.push(`${what} was returned, and is of payment ${payment.id}`);
        if (!isAtBank) this.#cents(`${what}, returned`, refunded, minor);
        continue;
      }
      if (!payment || others.length > 0) {
        this.#sums.chargesWithoutPayment += payment ? others.length : 1;
        this.#found.push(
          `${what} has ${payment ? "several payments" : "no payment"} (transfer ${transfer?.state})`,
        );
        continue;
      }
      if (transfer && (transfer.state !== "matched" || transfer.payment !== payment.id))
        this.#found.push(`${what} of payment ${payment.id} is a ${transfer.state} transfer too`);
      if (payment.subscription !== metadata.subscription_id)
        this.#found.push(`${what} is of ${payment.subscription}`);
      const { cards, matched } = this.#ledger;
      if (!matched.has(id) && !cards.get(payment.account)?.has(customer ?? ""))
        this.#found.push(`${what} is of card ${customer}, which ${payment.account} never had`);
      this.#cents(`${what}, received`, payment.received, minor);
      this.#cents(`${what}, price`, payment.minor, minor);
      const byTransfer = this.#ledger.returnedByTransfer(payment.id);
      this.#cents(`${what}, refunded`, payment.refunded, Math.min(minor, refunded + byTransfer));
      const expected = dispute ? (disputes[dispute.status] ?? null) : null;
      if (payment.dispute !== expected)
        this.#found.push(`${what}: dispute ${payment.dispute}, not ${expected}`);
      this.#money.set(payment.id, {
        minor,
        refunded: refunded + byTransfer,
        isLost: expected === "lost",
      });
    }
    for (const { id, provider, ref, received, paid } of this.#payments)
      if (provider === "stripe" && (received > 0 || paid !== null) && !this.#money.has(id)) {
        this.#sums.paymentsWithoutCharge += 1;
        this.#found.push(`payment ${id} has ${received} cents, and no charge (${ref})`);
      }
  }

  /** No purchase and no period is charged twice. */
  #periods(): void {
    const kept = [...this.#world.stripe.intents.values()].filter(
      ({ id, status, amount_received }) =>
        (amount_received > 0 || status === "processing") && !this.#ledger.givenBack.has(id),
    );
    const things = kept.map(({ metadata }) =>
      metadata.kind === "renewal"
        ? `period ${metadata.period} of ${metadata.subscription_id}`
        : `payment ${metadata.payment_id}`,
    );
    for (const [thing, own] of Map.groupBy(things, (one) => one))
      if (own.length > 1) {
        this.#found.push(`${thing} is charged ${own.length} times`);
        this.#sums.chargesWithoutPayment += own.length - 1;
      }
  }

  /** Each transfer is here once, and each payment by transfer has what was matched with it. */
  #bank(): void {
    const stored = this.#transfers.filter(({ provider }) => provider === "manual");
    for (const { ref, minor } of stored)
      this.#cents(`transfer ${ref}`, minor, this.#ledger.received.get(ref)?.minor ?? 0);
    const known = new Set(stored.map(({ ref }) => ref));
    if (stored.length !== known.size) this.#found.push("a transfer is here twice");
    for (const [ref, { minor }] of this.#ledger.received)
      if (!known.has(ref)) this.#cents(`transfer ${ref}, which is not here`, 0, minor);
    for (const { id, provider, minor, received, refunded, paid } of this.#payments) {
      if (provider !== "manual") continue;
      const matched = stored.reduce((sum, one) => sum + (one.payment === id ? one.minor : 0), 0);
      this.#cents(`payment ${id} by transfer`, received, matched);
      const back = this.#ledger.returnedByTransfer(id);
      this.#cents(`payment ${id} by transfer, refunded`, refunded, back);
      if (received > 0) this.#sums.compared += 1;
      if (paid === null) continue;
      if (matched < minor) this.#sums.paymentsWithoutCharge += 1;
      this.#money.set(id, { minor: Math.min(minor, matched), refunded: back, isLost: false });
    }
  }

  async #papers(): Promise<void> {
    const { db } = this.#world;
    const papers = await rowsOf<{ payment: string | null; number: string; series: string; net: number }>(
      db,
      sql`select coalesce(p.payment_id, c.payment_id) as payment, p.number, p.series,
          case when p.kind = 'invoice' then p.gross_minor else -p.gross_minor end as net
        from paper p left join paper c on c.id = p.corrects order by p.number`,
    );
    const sums = Map.groupBy(papers, ({ payment }) => payment);
    for (const { id, paper, problem } of this.#payments) {
      const money = this.#money.get(id);
      const sum = (sums.get(id) ?? []).reduce((all, { net }) => all + net, 0);
      // Money that could not have what it was for has no paper until an operator decides.
      const isBought = paper !== null || problem === null;
      this.#cents(`papers of payment ${id}`, sum, money && isBought ? netOf(money) : 0);
      sums.delete(id);
    }
    if (sums.size > 0) this.#found.push(`papers of ${[...sums.keys()].join()} have no payment`);
    const gaps = await rowsOf<{ series: string; first: number; last: number }>(
      db,
      sql`select series, first_number as first, last_number as last from paper_gap`,
    );
    for (const [series, own] of Map.groupBy(papers, (one) => one.series)) {
      const numbers = own.map(({ number }) => Number(number.slice(series.length + 1)));
      const left = gaps.filter((gap) => gap.series === series);
      const isHere = new Set(numbers);
      if (isHere.size !== numbers.length) this.#found.push(`a number of ${series} is there twice`);
      for (let number = 1; number < numbers.at(-1)!; number++)
        if (!isHere.has(number) && !left.some(({ first, last }) => first <= number && number <= last))
          this.#found.push(`number ${number} of ${series} is missing`);
    }
  }

  async #credits(id: string, hasOwn: boolean): Promise<void> {
    const { db } = this.#world;
    await db.transaction((tx) => settleBalances(tx, [id]));
    const [row] = await rowsOf<{ left: number; aside: number; owed: number }>(
      db,
      sql`select b.remaining as left,
          (select cast(coalesce(sum(p.set_aside), 0) as bigint) from payment p where p.subscription_id = b.subscription_id) as aside,
          (select cast(coalesce(sum(p.owed - p.collected), 0) as bigint) from payment p where p.subscription_id = b.subscription_id) as owed
        from credit_balance b where b.subscription_id = ${id}`,
    );
    const { left, aside, owed } = row!;
    const expected = hasOwn ? await this.#ofPeriods(id) : this.#ofPackages(id);
    const is = left + aside - owed;
    if (is === expected) return;
    this.#sums.credits += Math.abs(is - expected);
    this.#found.push(`${id} has ${is} credits (${left}, ${aside} aside, ${owed} owed), not ${expected}`);
  }

  #ofPackages(id: string): number {
    const bought = this.#payments.filter(
      ({ subscription, kind, minor }) => subscription === id && kind !== "renewal" && minor === packageGross,
    );
    const credits = bought.flatMap((one) => {
      const money = this.#money.get(one.id);
      return money && (one.granted !== null || one.problem === null) ? [creditsOf(money)] : [];
    });
    return credits.reduce((sum, one) => sum + one, 0) - this.#ledger.spentOf(id);
  }

  /** By the charges that took money for each period. */
  async #ofPeriods(id: string): Promise<number> {
    const periods = await rowsOf<{ number: number; from: number; to: number; state: string }>(
      this.#world.db,
      sql`select number, starts_at as "from", ends_at as "to", state from billing_period where subscription_id = ${id}
          and starts_at <= ${this.#world.now()} order by number`,
    );
    const paid = new Set(
      [...this.#world.stripe.intents.values()]
        .filter(
          ({ id: ref, metadata, amount_received }) =>
            metadata.subscription_id === id && amount_received > 0 && !this.#ledger.givenBack.has(ref),
        )
        .map(({ metadata }) => Number(metadata.period)),
    );
    return leftOfPeriods(
      this.#ledger,
      id,
      periods.map(({ from, to, number }) => ({ from, to, isPaid: paid.has(number) })),
      this.#world.now(),
    );
  }
}
