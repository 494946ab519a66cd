import { sql } from "../../../../database/sql.ts";
import { rowsOf } from "../../../billing/test/billed-service.ts";
import type { PaidWorld } from "../paid-world.ts";
import type { Intent } from "../stripe/objects.ts";
import type { Ledger } from "./model.ts";
import type { Step } from "./steps.ts";

/** Whether money of a subscription can go back in a history. */
type Refundable = (subscriptionId: string) => boolean;

const iban = "DE89 3704 0044 0532 0130 00";

/** Money that goes back, and comes again: by the service, by hand at the provider, and by the bank. */
export class AtProvider {
  readonly #world: PaidWorld;
  readonly #ledger: Ledger;

  constructor(world: PaidWorld, ledger: Ledger) {
    this.#world = world;
    this.#ledger = ledger;
  }

  #taken(isRefundable: Refundable): Intent[] {
    return [...this.#world.stripe.intents.values()].filter(
      ({ id, amount_received, metadata }) =>
        amount_received > 0 && isRefundable(metadata.subscription_id!) && !this.#ledger.givenBack.has(id),
    );
  }

  #disputeOf(intentId: string) {
    return this.#world.stripe.disputes.find(({ intent }) => intent === intentId);
  }

  async #paymentOf({ id }: Intent): Promise<string | undefined> {
    const [row] = await rowsOf<{ id: string }>(
      this.#world.db,
      sql`select id from payment where provider = 'stripe' and provider_ref = ${id}`,
    );
    return row?.id;
  }

  /** A charge of which something is left, and how much of it goes back. */
  async #some({ of, size }: Step, isRefundable: Refundable) {
    const taken = this.#taken(isRefundable);
    const intent = taken[of % Math.max(1, taken.length)];
    if (!intent) return undefined;
    const dispute = this.#disputeOf(intent.id)?.status;
    if (dispute === "lost" || dispute === "needs_response") return undefined;
    const paymentId = await this.#paymentOf(intent);
    const back = paymentId === undefined ? 0 : this.#ledger.returnedByTransfer(paymentId);
    const left = intent.amount_received - intent.latest_charge!.amount_refunded - back;
    if (left <= 0) return undefined;
    return { intent, paymentId, minor: size % 3 === 0 ? left : 1 + (size % left) };
  }

  async refund(step: Step, isRefundable: Refundable): Promise<void> {
    const some = await this.#some(step, isRefundable);
    if (some?.paymentId === undefined) return;
    const wanted = { minor: some.minor, reason: "Requested by customer" };
    await this.#world.operator("POST", `/payments/${some.paymentId}/refund`, wanted);
  }

  /** Refunds money of a card whose provider cannot return it any more, or of a transfer. */
  async refundByTransfer(step: Step, isRefundable: Refundable): Promise<void> {
    const byCard = step.of % 2 === 0 ? await this.#some(step, isRefundable) : undefined;
    const transfers = [...this.#ledger.byTransfer.values()];
    const other = transfers[step.of % Math.max(1, transfers.length)];
    const id = byCard?.paymentId ?? other?.id;
    const left = byCard?.minor ?? (other ? other.minor - this.#ledger.returnedByTransfer(other.id) : 0);
    if (id === undefined || left <= 0) return;
    const minor = step.size % 2 === 0 ? left : 1 + (step.size % left);
    const wanted = { minor, reason: "Requested by customer", iban, by: "transfer" };
    const { status } = await this.#world.operator("POST", `/payments/${id}/refund`, wanted);
    if (status === 200) this.#ledger.returnByTransfer(id, minor);
  }

  async send({ of }: Step): Promise<void> {
    const { body } = await this.#world.operator("GET", "/payments/refunds?state=open");
    const open = body as { readonly id: string }[];
    const one = open[of % Math.max(1, open.length)];
    if (one) await this.#world.operator("POST", `/payments/refunds/${one.id}/sent`, {});
  }

  async refundThere(step: Step, isRefundable: Refundable): Promise<void> {
    const some = await this.#some(step, isRefundable);
    if (some) this.#world.stripe.refund(some.intent.id, some.minor);
  }

  async failRefund({ of }: Step): Promise<void> {
    const made = this.#world.stripe.refunds.filter(
      ({ status, intent }) => status === "succeeded" && !this.#ledger.givenBack.has(intent),
    );
    const one = made[of % Math.max(1, made.length)];
    if (one) this.#world.stripe.failRefund(one.id);
  }

  async dispute(step: Step, status: string, isRefundable: Refundable): Promise<void> {
    const some = await this.#some(step, isRefundable);
    const known = some && this.#disputeOf(some.intent.id)?.status;
    if (some && (known === undefined || known === "warning_needs_response"))
      this.#world.stripe.dispute(some.intent.id, status);
  }

  /** Also a dispute that was lost can be won. */
  async endDispute({ of }: Step, status: "won" | "lost"): Promise<void> {
    const open = this.#world.stripe.disputes.filter(
      (one) =>
        (one.status === "needs_response" || (one.status === "lost" && status === "won")) &&
        !this.#ledger.givenBack.has(one.intent),
    );
    const one = open[of % Math.max(1, open.length)];
    if (one) this.#world.stripe.dispute(one.intent, status);
  }

  /** After a restore without log: each charge goes to its subscription, or back. */
  async decide(size: number): Promise<void> {
    const { body } = await this.#world.operator("GET", "/payments/restored");
    const { charges } = body as {
      readonly charges: readonly { readonly provider_ref: string; readonly subscription_id: string | null }[];
    };
    for (const [index, { provider_ref: ref, subscription_id }] of charges.entries()) {
      const match = () => {
        this.#ledger.matched.add(ref);
        return this.#world.operator("POST", `/payments/restored/${ref}/match`, { subscription_id });
      };
      const back = async () => {
        const got = await this.#world.operator("POST", `/payments/restored/${ref}/return`);
        if (got.status === 200) this.#ledger.givenBack.add(ref);
        return got;
      };
      const isBack = (size + index) % 3 === 0;
      const first = isBack ? await back() : await match();
      if (first.status === 200) continue;
      const second = isBack ? await match() : await back();
      if (second.status !== 200) throw new Error(`charge ${ref}: ${first.text} ${second.text}`);
    }
    // Nothing is to be decided where all of it went back before.
    for (const intent of this.#taken(() => true))
      if (
        intent.latest_charge!.amount_refunded === intent.amount_received &&
        (await this.#paymentOf(intent)) === undefined
      )
        this.#ledger.givenBack.add(intent.id);
  }
}
