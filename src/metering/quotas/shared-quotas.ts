import { exceeded, type Quota } from "../../access/policy/quota.ts";
import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { unavailable } from "../../http/errors.ts";
import { idleMs, LeaseQueue, restOfWait } from "../sharing/lease-queue.ts";
import { fenced } from "../sharing/owned-journals.ts";
import { LeasedQuota, nameOf, type QuotaReservation } from "./leased-quota.ts";
import type { QuotaStore } from "./quota-store.ts";

/** The journal that calls are written to. */
export interface QuotaJournal {
  readonly journalId: string | undefined;
  /** Carries all that was written into the roll-ups. */
  flush(): Promise<void>;
  /** To be called when the journal was found closed by another. */
  fence(journalId: string): void;
}

export interface SharedQuotasOptions {
  readonly store: QuotaStore;
  readonly journal: QuotaJournal;
  readonly timing: Timing;
  readonly log: Log;
}

const lookMs = 100;
const sweepMs = 5000;
const groupMax = 100;

/**
 * Quotas whose rest is spread over the nodes by demand. What is used is what the roll-ups say; a node takes a part
 * of the rest, in its journal's name, before it admits calls, so that what is applied later was counted before.
 * Nothing else is admitted: while the database is unreachable a node uses up what it holds.
 */
export class SharedQuotas {
  readonly #options: SharedQuotasOptions;
  readonly #accounts = new Map<string, LeasedQuota>();
  /** Accounts of a period or a quota that has passed; each ends with its last call. */
  readonly #retired = new Map<string, LeasedQuota>();
  readonly #queue: LeaseQueue<LeasedQuota>;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #warned = false;
  #yielded = false;
  #looking = false;
  #lookDue = false;
  #ended = false;

  constructor(options: SharedQuotasOptions) {
    this.#options = options;
    this.#queue = new LeaseQueue({
      timing: options.timing,
      open: () => !this.#ended,
      wanted: () => this.#lookDue,
      turn: () => this.#turn(),
      failed: (error) => {
        // Metering logs the end of its journal itself.
        if (!this.#warned && options.journal.journalId !== undefined) {
          options.log.warn("quotas are not shared", { error: error.message });
          this.#warned = true;
        }
        this.#lookLater();
      },
    });
  }

  /**
   * Counts a call made at `now`, which must be the moment that its record will bear. Throws 429 where the
   * period's quota is used up, and 503 where that is not known a second after `since`: when the call came, on the
   * monotonic clock.
   */
  take(
    subscriptionId: string,
    quota: Quota,
    now: number,
    since?: number,
  ): QuotaReservation | Promise<QuotaReservation> {
    const { journal, timing } = this.#options;
    const account = this.#account(subscriptionId, quota, now);
    account.usedAt = timing.monotonic();
    account.calledAt = now;
    if (account.waiting.length === 0) {
      if (account.journalId === journal.journalId && account.affords) {
        if (account.runsLow) this.#queue.want(account);
        return account.begin();
      }
      if (account.refuses(account.usedAt)) throw exceeded(quota, now);
    }
    return this.#wait(account, since);
  }

  /** Whether it is known at once that a call made at `now` would be refused; takes nothing. */
  usedUp(subscriptionId: string, quota: Quota, now: number): boolean {
    const account = this.#accounts.get(subscriptionId);
    if (!account?.covers(quota, now) || account.waiting.length > 0) return false;
    const affords = account.journalId === this.#options.journal.journalId && account.affords;
    return !affords && account.refuses(this.#options.timing.monotonic());
  }

  /**
   * To be called when a policy may have changed, of a subscription or of any. Calls may have been made meanwhile
   * under no quota: what is at hand is asked for anew.
   */
  review(subscriptionId?: string): void {
    if (subscriptionId !== undefined) this.#accounts.get(subscriptionId)?.review();
    else for (const account of this.#accounts.values()) account.review();
  }

  /** Asks no more; what this node holds ends with its journal. */
  close(): void {
    this.#ended = true;
  }

  #account(subscriptionId: string, quota: Quota, now: number): LeasedQuota {
    let account = this.#accounts.get(subscriptionId);
    if (!account?.covers(quota, now)) {
      if (account) this.#retire(account);
      account = this.#revived(subscriptionId, quota, now);
      this.#accounts.set(subscriptionId, account);
    }
    account.adopt(quota);
    return account;
  }

  #retire(account: LeasedQuota): void {
    this.#retired.set(account.name, account);
    this.#leave(account);
  }

  /** A clock that was set back may return to a period: each has one account, as it has one part in the database. */
  #revived(subscriptionId: string, quota: Quota, now: number): LeasedQuota {
    const name = nameOf(subscriptionId, quota, now);
    const retired = this.#retired.get(name);
    this.#retired.delete(name);
    const { timing } = this.#options;
    return retired ?? new LeasedQuota(subscriptionId, quota, now, timing, (each) => this.#settled(each));
  }

  #settled(account: LeasedQuota): void {
    if (account.waiting.length === 0) return;
    account.serve();
    if (account.waiting.length > 0) this.#queue.want(account);
  }

  #wait(account: LeasedQuota, since?: number): Promise<QuotaReservation> {
    const { timing } = this.#options;
    const askedAt = timing.monotonic();
    this.#queue.want(account);
    return account.waiting.add(restOfWait(askedAt, since), () => {
      if (account.answeredAt < askedAt)
        throw unavailable("The quota cannot be read at the moment; nothing was charged.");
      // What is left is with other nodes, or with calls under way: that it is used up would not be true.
      throw unavailable("The rest of the quota is held by other calls at the moment; nothing was charged.");
    });
  }

  #leave(account: LeasedQuota): void {
    account.drop();
    this.#queue.leave(account);
  }

  async #turn(): Promise<void> {
    const { journalId } = this.#options.journal;
    if (journalId === undefined) throw new DatabaseUnavailable("no journal is open");
    if (this.#lookDue) await this.#look(journalId);
    else {
      // Alternately: at a period's end thousands leave and thousands want.
      this.#yielded = this.#queue.wanting.size === 0 || (this.#queue.leaving.size > 0 && !this.#yielded);
      await this.#restate(journalId, this.#yielded);
    }
    if (this.#warned) this.#options.log.info("quotas are shared again");
    this.#warned = false;
    this.#lookLater();
  }

  /** Tells the database what is held, and unless the accounts yield takes more. */
  async #restate(journalId: string, yields: boolean): Promise<void> {
    const { store, journal, timing } = this.#options;
    const accounts = first(yields ? this.#queue.leaving : this.#queue.wanting);
    for (const account of accounts) account.bind(journalId);
    await this.#apply(accounts);
    const asked = accounts.map((account) => {
      if (yields) account.drop();
      return account.ask({ yields, leaving: yields && this.#retired.has(account.name) });
    });
    const taken = await store.acquireQuotas(
      journalId,
      asked.map(({ ask }) => ask),
    );
    for (const account of accounts) (yields ? this.#queue.leaving : this.#queue.wanting).delete(account);
    if (taken === fenced) {
      journal.fence(journalId);
      return this.#fenced(accounts);
    }
    const now = timing.monotonic();
    for (const [index, account] of accounts.entries()) {
      account.answeredAt = now;
      const refused = !yields && account.learn(taken[index]!, asked[index]!, now);
      if (refused) account.waiting.failAll(() => exceeded(account.quota, account.calledAt));
      this.#queue.wantAgain(account);
      if (account.isEmpty) this.#retired.delete(account.name);
    }
  }

  /** The journal was closed by another: a new one is being opened. */
  #fenced(accounts: readonly LeasedQuota[]): void {
    for (const account of accounts) {
      account.bind(undefined);
      this.#queue.wantAgain(account);
    }
  }

  /** Has what was answered counted in the roll-ups, so that it is not counted twice. */
  async #apply(accounts: readonly LeasedQuota[]): Promise<void> {
    const answered = accounts.map((account) => account.answered);
    if (!accounts.some((account) => account.needsApply)) return;
    await this.#options.journal.flush();
    for (const [index, account] of accounts.entries()) account.applied(answered[index]!);
  }

  /** A node that holds something must see what others ask for. */
  #lookLater(): void {
    if (this.#looking || this.#ended || this.#accounts.size + this.#retired.size === 0) return;
    this.#looking = true;
    this.#options.timing.after(lookMs, () => {
      this.#looking = false;
      this.#lookDue = true;
      this.#queue.arm();
    });
  }

  async #look(journalId: string): Promise<void> {
    const { store, timing } = this.#options;
    this.#lookDue = false;
    const asked = await store.requestedQuotaReturns(journalId);
    for (const part of asked) {
      const current = this.#accounts.get(part.subscriptionId);
      if (current?.holds(part)) this.#leave(current);
    }
    for (const account of this.#retired.values()) if (!account.isEmpty) this.#queue.leaving.add(account);
    const at = timing.monotonic();
    if (at - this.#sweptAt < sweepMs) return;
    this.#sweptAt = at;
    for (const [id, account] of this.#accounts) {
      if (at - account.usedAt < idleMs || account.waiting.length > 0) continue;
      this.#accounts.delete(id);
      this.#retire(account);
    }
  }
}

/** The first of a set, no more than one transaction takes. */
function first(accounts: Set<LeasedQuota>): LeasedQuota[] {
  return [...accounts].slice(0, groupMax);
}
