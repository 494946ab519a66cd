import type { Kind } from "../../../../../test/database/databases.ts";
import { dayMs, hourMs, minuteMs } from "../../../../base/durations.ts";
import { sold } from "../paid-service.ts";
import { startPaidWorld } from "../paid-world.ts";
import { Comparing, type Differences } from "./differences.ts";
import { type Held, HistoryActions } from "./history-actions.ts";
import { packageGross } from "./model.ts";
import type { History, Step, What } from "./steps.ts";

/** One installation, and the steps of a history. */
export class MoneyHistory extends HistoryActions {
  static async begin(kind: Kind, { slowDebits }: History): Promise<MoneyHistory> {
    const world = await startPaidWorld(kind, { VINGATE_SLOW_DEBITS: slowDebits });
    const history = new MoneyHistory(world);
    try {
      await history.#join();
      return history;
    } catch (error) {
      await world.end();
      throw error;
    }
  }

  async #join(): Promise<void> {
    const world = this.world;
    await world.operator("PUT", "/products/packs", {
      state: "published",
      display_name: "packs",
      credits_granted: 15,
    });
    await world.operator("PUT", "/products/packs/offer", {
      ...sold,
      credits: 0,
      overage_minor: null,
      overage_per: null,
      overage_cap_max: null,
    });
    for (const [id, product] of [
      ["p1", "packs"],
      ["p2", "packs"],
      ["g1", "growth"],
    ] as const) {
      const card = this.newCard();
      world.stripe.card = { customer: card, method: `pm_${card}`, last4: "4242" };
      const owner = await world.subscriber(id, undefined, product);
      this.ledger.cards.set(owner.userId, new Set([card]));
      this.accounts.push(owner);
      this.held.push({ id, owner, hasOwn: product === "growth" });
    }
    this.begunAt = world.now();
    await this.readEvents();
    await this.backUp();
  }

  end(): Promise<void> {
    return this.world.end();
  }

  async step(step: Step): Promise<void> {
    this.counts.steps += 1;
    const held = this.held[step.who % this.held.length]!;
    const before = this.world.stripe.asked.length;
    await this.#steps[step.what](held, step);
    if (this.world.stripe.asked.length > before) this.counts.done += 1;
  }

  readonly #steps: Readonly<Record<What, (held: Held, step: Step) => Promise<unknown>>> = {
    "hours pass": (_, { size }) => this.pass((1 + (size % 23)) * hourMs),
    "days pass": (_, { size }) => this.pass((1 + (size % 12)) * dayMs),
    "days pass without a process": (_, { size }) => this.jump((1 + (size % 4)) * dayMs),
    "a month ends": () => this.passMonth(),
    "buy on a page": (held) => this.buyOnPage(held, true),
    "buy on a page, no event": (held) => this.buyOnPage(held, false),
    "open a page": (held) => this.buy(held, "card"),
    "cancel what is open": (held, step) => this.cancel(held, step),
    "buy by card": (held) => this.buySaved(held),
    "buy by card, answer lost": (held) => this.during("isLost", () => this.buySaved(held)),
    "buy by card, error after the effect": (held) => this.during("isBroken", () => this.buySaved(held)),
    "buy by card, no answer": (held) => this.during("isDead", () => this.buySaved(held)),
    "buy by card, declined": (held) => this.declined(() => this.buySaved(held)),
    "process ends after the charge, card replaced": async (held) => {
      await this.during("isLost", () => this.buySaved(held));
      await this.replaceCard(held);
      await this.world.restart();
    },
    "replace the card": (held) => this.replaceCard(held),
    "request a transfer": (held) => this.buy(held, "transfer"),
    "transfer in": (_, step) => this.transferIn(step),
    "transfer in without a reference": () => this.receive("for lunch", packageGross),
    "cards are declined for days": (_, { size }) => this.declined(() => this.pass((1 + (size % 3)) * dayMs)),
    "debits are slow": async (_, { size }) => this.setSlow({ days: 1 + (size % 6) }),
    "debits are slow and fail": async (_, { size }) =>
      this.setSlow({ days: 1 + (size % 6), fails: "insufficient_funds" }),
    "debits are fast": async () => this.setSlow(undefined),
    spend: (held, { size }) => this.spend(held, size / 1000),
    "spend all": (held) => this.spend(held, 1),
    refund: (_, step) => this.provider.refund(step, this.refundable),
    "refund, answer lost": (_, step) =>
      this.during("isLost", () => this.provider.refund(step, this.refundable)),
    "refund by transfer": (_, step) => this.provider.refundByTransfer(step, this.refundable),
    "send a refund": (_, step) => this.provider.send(step),
    "refund at the provider": (_, step) => this.provider.refundThere(step, this.refundable),
    "refund fails": (_, step) => this.provider.failRefund(step),
    dispute: (_, step) => this.provider.dispute(step, "needs_response", this.refundable),
    "dispute won": (_, step) => this.provider.endDispute(step, "won"),
    "dispute lost": (_, step) => this.provider.endDispute(step, "lost"),
    inquiry: (_, step) => this.provider.dispute(step, "warning_needs_response", this.refundable),
    "events come": (_, step) => this.events(step),
    "events are read": () => this.readEvents(),
    "top up": (held) => this.topUp(held),
    "move the subscription": (held, step) => this.move(held, step),
    "end a subscription": (held, step) => this.endOne(held, step),
    "back up": () => this.backUp(),
    restore: (_, step) => this.restore(step),
    "restore without log": (_, step) => this.restoreWithoutLog(step),
  };

  /** Comes to rest: providers answer, debits end, events are read, and all that is due is done. */
  async settle(): Promise<void> {
    const { stripe } = this.world;
    stripe.slow = undefined;
    for (let days = 0; days < 8; days += 2) {
      await this.world.at(this.world.now() + 2 * dayMs);
      await this.readEvents();
    }
    await this.world.at(this.world.now() + 11 * minuteMs);
    await this.world.list();
  }

  differences(): Promise<Differences> {
    return new Comparing(this.world, this.ledger).all(this.held);
  }
}
