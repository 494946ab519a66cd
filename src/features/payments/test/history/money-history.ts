import type { Kind } from "../../../../../test/database/databases.ts";
import type { Point } from "../../../../../test/decisions/world.ts";
import type { Account } from "../../../../../test/harness.ts";
import { dayMs, hourMs, minuteMs } from "../../../../base/durations.ts";
import { sql } from "../../../../database/sql.ts";
import { settleBalances } from "../../../../metering/credits/grants/settle-balances.ts";
import { opened } from "../../../../running/opened.ts";
import { rowsOf } from "../../../billing/test/billed-service.ts";
import { Payments } from "../../payments.ts";
import { saveMethod } from "../../rows/method-rows.ts";
import { type Paid, sold } from "../paid-service.ts";
import { type PaidWorld, startPaidWorld } from "../paid-world.ts";
import type { SlowDebit } from "../stripe/holdings.ts";
import { signedEvent } from "../stripe-stub.ts";
import { AtProvider } from "./at-provider.ts";
import { Comparing, type Differences } from "./differences.ts";
import { Ledger, packageGross } from "./ledger.ts";
import type { History, Step, What } from "./steps.ts";

/** A subscription of the history, and who pays it. */
interface Held {
  readonly id: string;
  owner: Account;
  /** Its plan has credits of its own, and it buys no packages; else packages are all it has. */
  readonly hasOwn: boolean;
}

interface Backup {
  readonly point: Point;
  readonly seq: number;
  readonly owners: ReadonlyMap<string, Account>;
  readonly ended: readonly string[];
}

/** Packages expire after twelve months, and none does in a history. */
const spanMs = 300 * dayMs;

/** One installation, and what the steps of a history make of it. */
export class MoneyHistory {
  readonly ledger = new Ledger();
  readonly counts = { steps: 0, done: 0, restores: 0 };
  readonly #world: PaidWorld;
  readonly #provider: AtProvider;
  readonly #accounts: Account[] = [];
  readonly #held: Held[] = [];
  #backups: Backup[] = [];
  #begunAt = 0;
  #cards = 0;

  private constructor(world: PaidWorld) {
    this.#world = world;
    this.#provider = new AtProvider(world, this.ledger);
  }

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
    const world = this.#world;
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
      const card = this.#newCard();
      world.stripe.card = { customer: card, method: `pm_${card}`, last4: "4242" };
      const owner = await world.subscriber(id, undefined, product);
      this.ledger.cards.set(owner.userId, new Set([card]));
      this.#accounts.push(owner);
      this.#held.push({ id, owner, hasOwn: product === "growth" });
    }
    this.#begunAt = world.now();
    await this.#readEvents();
    await this.#backUp();
  }

  #newCard(): string {
    return `cus_${++this.#cards}`;
  }

  end(): Promise<void> {
    return this.#world.end();
  }

  async step(step: Step): Promise<void> {
    this.counts.steps += 1;
    const held = this.#held[step.who % this.#held.length]!;
    const before = this.#world.stripe.asked.length;
    await this.#steps[step.what](held, step);
    if (this.#world.stripe.asked.length > before) this.counts.done += 1;
  }

  readonly #steps: Readonly<Record<What, (held: Held, step: Step) => Promise<unknown>>> = {
    "hours pass": (_, { size }) => this.#pass((1 + (size % 23)) * hourMs),
    "days pass": (_, { size }) => this.#pass((1 + (size % 12)) * dayMs),
    "days pass without a process": (_, { size }) => this.#jump((1 + (size % 4)) * dayMs),
    "a month ends": () => this.#passMonth(),
    "buy on a page": (held) => this.#buyOnPage(held, true),
    "buy on a page, no event": (held) => this.#buyOnPage(held, false),
    "open a page": (held) => this.#buy(held, "card"),
    "cancel what is open": (held, step) => this.#cancel(held, step),
    "buy by card": (held) => this.#buySaved(held),
    "buy by card, answer lost": (held) => this.#during("isLost", () => this.#buySaved(held)),
    "buy by card, error after the effect": (held) => this.#during("isBroken", () => this.#buySaved(held)),
    "buy by card, no answer": (held) => this.#during("isDead", () => this.#buySaved(held)),
    "buy by card, declined": (held) => this.#declined(() => this.#buySaved(held)),
    "process ends after the charge, card replaced": async (held) => {
      await this.#during("isLost", () => this.#buySaved(held));
      await this.#replaceCard(held);
      await this.#world.restart();
    },
    "replace the card": (held) => this.#replaceCard(held),
    "request a transfer": (held) => this.#buy(held, "transfer"),
    "transfer in": (_, step) => this.#transferIn(step),
    "transfer in without a reference": () => this.#receive("for lunch", packageGross),
    "cards are declined for days": (_, { size }) =>
      this.#declined(() => this.#pass((1 + (size % 3)) * dayMs)),
    "debits are slow": async (_, { size }) => this.#setSlow({ days: 1 + (size % 6) }),
    "debits are slow and fail": async (_, { size }) =>
      this.#setSlow({ days: 1 + (size % 6), fails: "insufficient_funds" }),
    "debits are fast": async () => this.#setSlow(undefined),
    spend: (held, { size }) => this.#spend(held, size / 1000),
    "spend all": (held) => this.#spend(held, 1),
    refund: (_, step) => this.#provider.refund(step, this.#refundable),
    "refund, answer lost": (_, step) =>
      this.#during("isLost", () => this.#provider.refund(step, this.#refundable)),
    "refund by transfer": (_, step) => this.#provider.refundByTransfer(step, this.#refundable),
    "send a refund": (_, step) => this.#provider.send(step),
    "refund at the provider": (_, step) => this.#provider.refundThere(step, this.#refundable),
    "refund fails": (_, step) => this.#provider.failRefund(step),
    dispute: (_, step) => this.#provider.dispute(step, "needs_response", this.#refundable),
    "dispute won": (_, step) => this.#provider.endDispute(step, "won"),
    "dispute lost": (_, step) => this.#provider.endDispute(step, "lost"),
    inquiry: (_, step) => this.#provider.dispute(step, "warning_needs_response", this.#refundable),
    "events come": (_, step) => this.#events(step),
    "events are read": () => this.#readEvents(),
    "top up": (held) => this.#topUp(held),
    "move the subscription": (held, step) => this.#move(held, step),
    "end a subscription": (held, step) => this.#endOne(held, step),
    "back up": () => this.#backUp(),
    restore: (_, step) => this.#restore(step),
    "restore without log": (_, step) => this.#restoreWithoutLog(step),
  };

  /** Charges of periods that have credits stay: what is left of those credits is the ledger's subject. */
  readonly #refundable = (subscriptionId: string): boolean =>
    this.#held.some(({ id, hasOwn }) => id === subscriptionId && !hasOwn);

  get #isOver(): boolean {
    return this.#world.now() - this.#begunAt > spanMs;
  }

  /** Time passes as in a living service: it looks twice a day at least. */
  async #pass(ms: number): Promise<void> {
    if (this.#isOver) return;
    const until = this.#world.now() + ms;
    while (this.#world.now() < until) await this.#world.at(Math.min(until, this.#world.now() + dayMs / 2));
  }

  async #jump(ms: number): Promise<void> {
    if (!this.#isOver) await this.#world.at(this.#world.now() + ms);
  }

  #passMonth(): Promise<void> {
    const now = new Date(this.#world.now());
    return this.#pass(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 23) - now.getTime() + 2 * hourMs,
    );
  }

  async #buy(held: Held, method: "saved" | "card" | "transfer"): Promise<Paid | undefined> {
    if (held.hasOwn) return undefined;
    const wanted = { subscription_id: held.id, kind: "package", package_id: "small", minor: packageGross };
    const got = await this.#world.as(held.owner, "POST", "/payments", { currency: "EUR", ...wanted, method });
    // Its plan has lapsed, other payments are open, it has ended, or its provider does not answer.
    if (got.status !== 200) return undefined;
    const made = got.body as Paid & { readonly transfer: { readonly reference: string } | null };
    const seq = ++this.ledger.seq;
    if (made.transfer)
      this.ledger.byTransfer.set(made.transfer.reference, {
        seq,
        id: made.id,
        subscriptionId: held.id,
        minor: packageGross,
      });
    return made;
  }

  async #buySaved(held: Held): Promise<void> {
    if (await this.#buy(held, "saved")) await this.#world.look();
  }

  async #buyOnPage(held: Held, isHeard: boolean): Promise<void> {
    const made = await this.#buy(held, "card");
    if (!made?.checkout_url) return;
    const [card] = [...this.ledger.cards.get(held.owner.userId)!].reverse();
    this.#world.stripe.card = { customer: card!, method: `pm_${card}`, last4: "4242" };
    await this.#world.payPage(made.id, isHeard);
  }

  async #cancel({ owner }: Held, { of }: Step): Promise<void> {
    const open = await rowsOf<{ id: string }>(
      this.#world.db,
      sql`select id from payment where account_id = ${owner.userId} and kind = 'package'
        and state in ('requested', 'pending') order by created_at, id`,
    );
    const one = open[of % Math.max(1, open.length)];
    if (one) await this.#world.as(owner, "POST", `/payments/${one.id}/cancel`, {});
  }

  async #during(fault: "isLost" | "isBroken" | "isDead", work: () => Promise<unknown>): Promise<void> {
    this.#world.stripe[fault] = true;
    await work();
    this.#world.stripe[fault] = false;
  }

  async #declined(work: () => Promise<unknown>): Promise<void> {
    this.#world.stripe.declines = "card_declined";
    await work();
    this.#world.stripe.declines = undefined;
  }

  #setSlow(slow: SlowDebit | undefined): void {
    this.#world.stripe.slow = slow;
  }

  async #replaceCard({ owner }: Held): Promise<void> {
    const card = this.#newCard();
    this.ledger.cards.get(owner.userId)!.add(card);
    const other = { customerRef: card, methodRef: `pm_${card}`, label: "Visa ending 1111" };
    await this.#world.db.transaction((tx) =>
      saveMethod(tx, owner.userId, "stripe", other, this.#world.now()),
    );
  }

  async #transferIn({ of, size }: Step): Promise<void> {
    const open = [...this.ledger.byTransfer.keys()];
    const reference = open[of % Math.max(1, open.length)];
    if (reference === undefined) return;
    const first = size % 3 === 0 ? 2000 : packageGross;
    await this.#receive(reference, first);
    if (first < packageGross) await this.#receive(reference, packageGross - first);
  }

  async #receive(reference: string, minor: number): Promise<void> {
    const ref = `bank-${this.ledger.received.size}`;
    this.ledger.received.set(ref, { minor, reference });
    await this.#record(ref);
  }

  async #record(ref: string): Promise<void> {
    const { minor, reference } = this.ledger.received.get(ref)!;
    const sent = { bank_ref: ref, reference, minor, currency: "EUR" };
    const got = await this.#world.operator("POST", "/payments/transfers", sent);
    if (got.status !== 200) throw new Error(`transfer: ${got.status} ${got.text}`);
  }

  async #leftOf(id: string): Promise<number> {
    await this.#world.db.transaction((tx) => settleBalances(tx, [id]));
    const [row] = await rowsOf<{ left: number }>(
      this.#world.db,
      sql`select remaining as left from credit_balance where subscription_id = ${id}`,
    );
    return row!.left;
  }

  async #spend({ id }: Held, part: number): Promise<void> {
    const credits = Math.floor((await this.#leftOf(id)) * part);
    if (credits <= 0) return;
    this.ledger.spend(id, credits, this.#world.now());
    await this.#world.db.run(sql`
      update credit_balance set remaining = remaining - ${credits}, used = used + ${credits}
      where subscription_id = ${id}`);
  }

  /** Events of the provider come late, again, and in another order than they were sent. */
  async #events({ of, size }: Step): Promise<void> {
    const { events } = this.#world.stripe;
    for (let count = 0; count < 1 + (size % 5) && events.length > 0; count++) {
      const newest = events.length - 1 - ((of * 7 + count * 13) % Math.min(events.length, 12));
      const { id, type, object } = events[newest]!;
      await this.#world.hear(signedEvent(id, type, object, this.#world.now()));
    }
  }

  /** As each process does hourly. */
  async #readEvents(): Promise<void> {
    await this.#world.at(this.#world.now() + hourMs + minuteMs);
    await opened(this.#world.app(), Payments).watch.watch();
  }

  async #topUp({ id, owner, hasOwn }: Held): Promise<void> {
    if (hasOwn) return;
    const wanted = { enabled: true, threshold: 1000, package_id: "small", month_limit_minor: 15_000 };
    await this.#world.as(owner, "PUT", `/subscriptions/${id}/top-up`, wanted);
    await this.#world.look();
  }

  async #move(held: Held, { of }: Step): Promise<void> {
    const to = this.#accounts[of % this.#accounts.length]!;
    const got = await this.#world.operator("PATCH", `/subscriptions/${held.id}`, { owner_id: to.userId });
    if (got.status === 200) held.owner = to;
  }

  /** At most one, and late. */
  async #endOne({ id }: Held, { size }: Step): Promise<void> {
    if (id !== "p2" || size % 3 > 0) return;
    this.ledger.ended.add(id);
    await this.#world.operator("PATCH", `/subscriptions/${id}`, { state: "cancelled" });
  }

  async #backUp(): Promise<void> {
    this.#backups.push({
      point: await this.#world.point(),
      seq: this.ledger.seq,
      owners: new Map(this.#held.map(({ id, owner }) => [id, owner])),
      ended: [...this.ledger.ended],
    });
  }

  async #restore({ of }: Step): Promise<void> {
    const backup = this.#backups[of % this.#backups.length]!;
    this.counts.restores += 1;
    this.ledger.goBack(backup.seq);
    await this.#world.goBack(backup.point);
  }

  /** An operator decides of each charge, and enters the bank's transfers again. */
  async #restoreWithoutLog({ of, size }: Step): Promise<void> {
    const world = this.#world;
    const backup = this.#backups[of % this.#backups.length]!;
    this.counts.restores += 1;
    this.ledger.goBack(backup.seq);
    this.ledger.loseDecisions(backup.seq);
    for (const held of this.#held) held.owner = backup.owners.get(held.id)!;
    this.ledger.ended.clear();
    for (const id of backup.ended) this.ledger.ended.add(id);
    await world.goBackHeld(backup.point, { isLogLost: true });
    await world.list();
    await this.#provider.decide(size);
    const got = await world.resume();
    if (got.status !== 200) throw new Error(`resume: ${got.status} ${got.text}`);
    for (const ref of this.ledger.received.keys()) await this.#record(ref);
    await world.look();
    await world.at(world.now());
    // What older backups have is not in the log that begins now.
    this.#backups = [];
    await this.#backUp();
  }

  /** Comes to rest: providers answer, debits end, events are read, and all that is due is done. */
  async settle(): Promise<void> {
    const { stripe } = this.#world;
    stripe.slow = undefined;
    for (let days = 0; days < 8; days += 2) {
      await this.#world.at(this.#world.now() + 2 * dayMs);
      await this.#readEvents();
    }
    await this.#world.at(this.#world.now() + 11 * minuteMs);
    await this.#world.list();
  }

  differences(): Promise<Differences> {
    return new Comparing(this.#world, this.ledger).all(this.#held);
  }
}
