import { sql } from "../../../database/sql.ts";
import { type Customer, rowsOf } from "../../billing/test/billed-service.ts";
import { paidPackage, spend } from "./histories.ts";
import { type PaidService, small } from "./paid-service.ts";

export const gross = 6050;

/** A package that was paid by card, and what its provider has done to it since. */
export interface Bought {
  readonly id: string;
  readonly intent: string;
  /** The refunds at the provider that have not failed. */
  readonly refunds: { id: string; minor: number }[];
  dispute: "none" | "inquiry" | "open" | "won" | "lost";
}

const words = {
  inquiry: "warning_needs_response",
  open: "needs_response",
  won: "won",
  lost: "lost",
} as const;

/** A customer who buys packages, and a ledger beside it that has sums alone. */
export class Buyer {
  readonly bought: Bought[] = [];
  readonly service: PaidService;
  readonly id: string;
  readonly #customer: Customer;
  #spent = 0;
  #events = 0;

  constructor(service: PaidService, id: string, customer: Customer) {
    this.service = service;
    this.id = id;
    this.#customer = customer;
  }

  async buy(): Promise<Bought> {
    const { payment, intent, sent } = await paidPackage(this.service, this.#customer, this.id);
    await this.service.hear(sent.id, sent.type, sent.object);
    const bought: Bought = { id: payment.id, intent, refunds: [], dispute: "none" };
    this.bought.push(bought);
    return bought;
  }

  async spend(credits: number): Promise<void> {
    this.#spent += credits;
    await spend(this.service, this.id, credits);
  }

  async #hear(type: string, object: object): Promise<void> {
    const { status } = await this.service.hear(`evt_${this.id}_${this.#events++}`, type, object);
    if (status !== 200) throw new Error(`${type}: ${status}`);
  }

  /** By hand, at the provider. */
  async refund(of: Bought, minor: number): Promise<void> {
    const { id } = this.service.stripe.refund(of.intent, minor);
    of.refunds.push({ id, minor });
    await this.#hear("charge.refunded", { object: "charge", id: "ch_1", payment_intent: of.intent });
  }

  /** The bank does not take the last refund. */
  async fail(of: Bought): Promise<void> {
    const { id } = of.refunds.pop()!;
    this.service.stripe.failRefund(id);
    await this.#hear("charge.refund.updated", { object: "refund", id, payment_intent: of.intent });
  }

  async dispute(of: Bought, to: keyof typeof words | "closed"): Promise<void> {
    of.dispute = to === "closed" ? "none" : to;
    this.service.stripe.dispute(of.intent, to === "closed" ? "warning_closed" : words[to]);
    await this.#hear("charge.dispute.updated", { object: "dispute", id: "dp_1", payment_intent: of.intent });
  }

  async stored() {
    const [row] = await rowsOf<{ left: number; owed: number; aside: number; papers: number }>(
      this.service.db,
      sql`select b.remaining as left,
          (select cast(sum(p.owed - p.collected) as bigint) from payment p where p.subscription_id = b.subscription_id) as owed,
          (select cast(sum(p.set_aside) as bigint) from payment p where p.subscription_id = b.subscription_id) as aside,
          (select cast(coalesce(sum(case when i.kind = 'invoice' then i.gross_minor else -i.gross_minor end), 0) as bigint)
            from paper i where i.subscription_id = b.subscription_id) as papers
        from credit_balance b where b.subscription_id = ${this.id}`,
    );
    return row!;
  }

  returned({ refunds, dispute }: Bought): number {
    return dispute === "lost" ? gross : refunds.reduce((sum, { minor }) => sum + minor, 0);
  }

  /** What was bought, less what was spent and the credits whose money is not here; and the money that is. */
  get sums(): { readonly credits: number; readonly minor: number } {
    const all = this.bought.map((one) => this.returned(one));
    const taken = all.map((minor) => Math.floor((small.credits * minor) / gross));
    const add = (sum: number, one: number) => sum + one;
    return {
      credits: small.credits * all.length - taken.reduce(add, 0) - this.#spent,
      minor: gross * all.length - all.reduce(add, 0),
    };
  }
}
