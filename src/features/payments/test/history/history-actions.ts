import type { Point } from "../../../../../test/decisions/world.ts";
import type { Account } from "../../../../../test/harness.ts";
import { dayMs, hourMs, minuteMs } from "../../../../base/durations.ts";
import { sql } from "../../../../database/sql.ts";
import { settleBalances } from "../../../../metering/credits/grants/settle-balances.ts";
import { opened } from "../../../../running/opened.ts";
import { rowsOf } from "../../../billing/test/billed-service.ts";
import { Payments } from "../../payments.ts";
import { saveMethod } from "../../rows/method-rows.ts";
import type { Paid } from "../paid-service.ts";
import type { PaidWorld } from "../paid-world.ts";
import type { SlowDebit } from "../stripe/holdings.ts";
import { signedEvent } from "../stripe-stub.ts";
import { AtProvider } from "./at-provider.ts";
import { Ledger, packageGross } from "./model.ts";
import type { Step } from "./steps.ts";

/** A subscription of the history, and who pays it. */
export interface Held {
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

/** One installation, and what steps of a history can make of it. */
export class HistoryActions {
  readonly ledger = new Ledger();
  readonly counts = { steps: 0, done: 0, restores: 0 };
  protected readonly world: PaidWorld;
  protected readonly provider: AtProvider;
  protected readonly accounts: Account[] = [];
  protected readonly held: Held[] = [];
  protected backups: Backup[] = [];
  protected begunAt = 0;
  protected cards = 0;

  constructor(world: PaidWorld) {
    this.world = world;
    this.provider = new AtProvider(world, this.ledger);
  }

  protected newCard(): string {
    return `cus_${++this.cards}`;
  }

  /** Charges of periods that have credits stay: what is left of those credits is the ledger's subject. */
  protected readonly refundable = (subscriptionId: string): boolean =>
    this.held.some(({ id, hasOwn }) => id === subscriptionId && !hasOwn);

  protected get isOver(): boolean {
    return this.world.now() - this.begunAt > spanMs;
  }

  /** Time passes as in a living service: it looks twice a day at least. */
  protected async pass(ms: number): Promise<void> {
    if (this.isOver) return;
    const until = this.world.now() + ms;
    while (this.world.now() < until) await this.world.at(Math.min(until, this.world.now() + dayMs / 2));
  }

  protected async jump(ms: number): Promise<void> {
    if (!this.isOver) await this.world.at(this.world.now() + ms);
  }

  protected passMonth(): Promise<void> {
    const now = new Date(this.world.now());
    return this.pass(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 23) - now.getTime() + 2 * hourMs,
    );
  }

  protected async buy(held: Held, method: "saved" | "card" | "transfer"): Promise<Paid | undefined> {
    if (held.hasOwn) return undefined;
    const wanted = { subscription_id: held.id, kind: "package", package_id: "small", minor: packageGross };
    const got = await this.world.as(held.owner, "POST", "/payments", { currency: "EUR", ...wanted, method });
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

  protected async buySaved(held: Held): Promise<void> {
    if (await this.buy(held, "saved")) await this.world.look();
  }

  protected async buyOnPage(held: Held, isHeard: boolean): Promise<void> {
    const made = await this.buy(held, "card");
    if (!made?.checkout_url) return;
    const [card] = [...this.ledger.cards.get(held.owner.userId)!].reverse();
    this.world.stripe.card = { customer: card!, method: `pm_${card}`, last4: "4242" };
    await this.world.payPage(made.id, isHeard);
  }

  protected async cancel({ owner }: Held, { of }: Step): Promise<void> {
    const open = await rowsOf<{ id: string }>(
      this.world.db,
      sql`select id from payment where account_id = ${owner.userId} and kind = 'package'
        and state in ('requested', 'pending') order by created_at, id`,
    );
    const one = open[of % Math.max(1, open.length)];
    if (one) await this.world.as(owner, "POST", `/payments/${one.id}/cancel`, {});
  }

  protected async during(
    fault: "isLost" | "isBroken" | "isDead",
    work: () => Promise<unknown>,
  ): Promise<void> {
    this.world.stripe[fault] = true;
    await work();
    this.world.stripe[fault] = false;
  }

  protected async declined(work: () => Promise<unknown>): Promise<void> {
    this.world.stripe.declines = "card_declined";
    await work();
    this.world.stripe.declines = undefined;
  }

  protected setSlow(slow: SlowDebit | undefined): void {
    this.world.stripe.slow = slow;
  }

  protected async replaceCard({ owner }: Held): Promise<void> {
    const card = this.newCard();
    this.ledger.cards.get(owner.userId)!.add(card);
    const other = { customerRef: card, methodRef: `pm_${card}`, label: "Visa ending 1111" };
    await this.world.db.transaction((tx) => saveMethod(tx, owner.userId, "stripe", other, this.world.now()));
  }

  protected async transferIn({ of, size }: Step): Promise<void> {
    const open = [...this.ledger.byTransfer.keys()];
    const reference = open[of % Math.max(1, open.length)];
    if (reference === undefined) return;
    const first = size % 3 === 0 ? 2000 : packageGross;
    await this.receive(reference, first);
    if (first < packageGross) await this.receive(reference, packageGross - first);
  }

  protected async receive(reference: string, minor: number): Promise<void> {
    const ref = `bank-${this.ledger.received.size}`;
    this.ledger.received.set(ref, { minor, reference });
    await this.record(ref);
  }

  protected async record(ref: string): Promise<void> {
    const { minor, reference } = this.ledger.received.get(ref)!;
    const sent = { bank_ref: ref, reference, minor, currency: "EUR" };
    const got = await this.world.operator("POST", "/payments/transfers", sent);
    if (got.status !== 200) throw new Error(`transfer: ${got.status} ${got.text}`);
  }

  protected async leftOf(id: string): Promise<number> {
    await this.world.db.transaction((tx) => settleBalances(tx, [id]));
    const [row] = await rowsOf<{ left: number }>(
      this.world.db,
      sql`select remaining as left from credit_balance where subscription_id = ${id}`,
    );
    return row!.left;
  }

  protected async spend({ id }: Held, part: number): Promise<void> {
    const credits = Math.floor((await this.leftOf(id)) * part);
    if (credits <= 0) return;
    this.ledger.spend(id, credits, this.world.now());
    await this.world.db.run(sql`
      update credit_balance set remaining = remaining - ${credits}, used = used + ${credits}
      where subscription_id = ${id}`);
  }

  /** Events of the provider come late, again, and in another order than they were sent. */
  protected async events({ of, size }: Step): Promise<void> {
    const { events } = this.world.stripe;
    for (let count = 0; count < 1 + (size % 5) && events.length > 0; count++) {
      const newest = events.length - 1 - ((of * 7 + count * 13) % Math.min(events.length, 12));
      const { id, type, object } = events[newest]!;
      await this.world.hear(signedEvent(id, type, object, this.world.now()));
    }
  }

  /** As each process does hourly. */
  protected async readEvents(): Promise<void> {
    await this.world.at(this.world.now() + hourMs + minuteMs);
    await opened(this.world.app(), Payments).watch.watch();
  }

  protected async topUp({ id, owner, hasOwn }: Held): Promise<void> {
    if (hasOwn) return;
    const wanted = { enabled: true, threshold: 1000, package_id: "small", month_limit_minor: 15_000 };
    await this.world.as(owner, "PUT", `/subscriptions/${id}/top-up`, wanted);
    await this.world.look();
  }

  protected async move(held: Held, { of }: Step): Promise<void> {
    const to = this.accounts[of % this.accounts.length]!;
    const got = await this.world.operator("PATCH", `/subscriptions/${held.id}`, { owner_id: to.userId });
    if (got.status === 200) held.owner = to;
  }

  /** At most one, and late. */
  protected async endOne({ id }: Held, { size }: Step): Promise<void> {
    if (id !== "p2" || size % 3 > 0) return;
    this.ledger.ended.add(id);
    await this.world.operator("PATCH", `/subscriptions/${id}`, { state: "cancelled" });
  }

  protected async backUp(): Promise<void> {
    this.backups.push({
      point: await this.world.point(),
      seq: this.ledger.seq,
      owners: new Map(this.held.map(({ id, owner }) => [id, owner])),
      ended: [...this.ledger.ended],
    });
  }

  protected async restore({ of }: Step): Promise<void> {
    const backup = this.backups[of % this.backups.length]!;
    this.counts.restores += 1;
    this.ledger.goBack(backup.seq);
    await this.world.goBack(backup.point);
  }

  /** An operator decides of each charge, and enters the bank's transfers again. */
  protected async restoreWithoutLog({ of, size }: Step): Promise<void> {
    const world = this.world;
    const backup = this.backups[of % this.backups.length]!;
    this.counts.restores += 1;
    this.ledger.goBack(backup.seq);
    this.ledger.loseDecisions(backup.seq);
    for (const held of this.held) held.owner = backup.owners.get(held.id)!;
    this.ledger.ended.clear();
    for (const id of backup.ended) this.ledger.ended.add(id);
    await world.goBackHeld(backup.point, { isLogLost: true });
    await world.list();
    await this.provider.decide(size);
    const got = await world.resume();
    if (got.status !== 200) throw new Error(`resume: ${got.status} ${got.text}`);
    for (const ref of this.ledger.received.keys()) await this.record(ref);
    await world.look();
    await world.at(world.now());
    // What older backups have is not in the log that begins now.
    this.backups = [];
    await this.backUp();
  }
}
