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
  /** Applies everything written to the rollups. */
  flush(): Promise<void>;
  /** Called when another process has closed the journal. */
  fence(journalId: string): void;
}

export interface SharedQuotasOptions {
  readonly store: QuotaStore;
  readonly journal: QuotaJournal;
  readonly timing: Timing;
  readonly log: Log;
}

const checkMs = 100;
const sweepMs = 5000;
const groupMax = 100;

/**
 * Quotas shared between the nodes by demand. The rollups count what is used. A node leases a part of the
 * rest, in its journal's name, before it admits calls, so that calls applied later are already counted. While
 * the database is unreachable a node uses up its part and admits nothing else.
 */
export class SharedQuotas {
  readonly #options: SharedQuotasOptions;
  readonly #accounts = new Map<string, LeasedQuota>();
  /** Quotas of a past period or policy; each ends with its last call. */
  readonly #retired = new Map<string, LeasedQuota>();
  readonly #queue: LeaseQueue<LeasedQuota>;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #warned = false;
  #released = false;
  #looking = false;
  #checkDue = false;
  #ended = false;

  constructor(options: SharedQuotasOptions) {
    this.#options = options;
    this.#queue = new LeaseQueue({
      timing: options.timing,
      open: () => !this.#ended,
      hasWork: () => this.#checkDue,
      exchange: () => this.#exchange(),
      failed: (error) => {
        // Metering logs the end of its journal itself.
        if (!this.#warned && options.journal.journalId !== undefined) {
          options.log.warn("cannot share quotas", { error: error.message });
          this.#warned = true;
        }
        this.#scheduleCheck();
      },
    });
  }

  /**
   * Reserves a call made at `now`, which must be the time in its record. Throws 429 if the period's quota is
   * used up, and 503 if that is not known a second after `since`: when the call came, on the monotonic clock.
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
        if (account.runsLow) this.#queue.acquire(account);
        return account.begin();
      }
      if (account.refuses(account.usedAt)) throw exceeded(quota, now);
    }
    return this.#wait(account, since);
  }

  /** Whether a call made at `now` would certainly be refused; reserves nothing. */
  usedUp(subscriptionId: string, quota: Quota, now: number): boolean {
    const account = this.#accounts.get(subscriptionId);
    if (!account?.covers(quota, now) || account.waiting.length > 0) return false;
    const affords = account.journalId === this.#options.journal.journalId && account.affords;
    return !affords && account.refuses(this.#options.timing.monotonic());
  }

  /**
   * Called when the policy of one or any subscription may have changed. Calls may have been made without a
   * quota, so everything is requested again.
   */
  review(subscriptionId?: string): void {
    if (subscriptionId !== undefined) this.#accounts.get(subscriptionId)?.review();
    else for (const account of this.#accounts.values()) account.review();
  }

  /** Requests nothing more; what this node holds ends with its journal. */
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
    this.#release(account);
  }

  /**
   * A clock that was set back may return to a period: each has one entry, as it has one part in the database.
   */
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
    if (account.waiting.length === 0) return;
    if (account.refuses(this.#options.timing.monotonic())) this.#refuse(account);
    else this.#queue.acquire(account);
  }

  #refuse(account: LeasedQuota): void {
    account.waiting.failAll(() => exceeded(account.quota, account.calledAt));
  }

  #wait(account: LeasedQuota, since?: number): Promise<QuotaReservation> {
    const { timing } = this.#options;
    const requestedAt = timing.monotonic();
    this.#queue.acquire(account);
    return account.waiting.add(restOfWait(requestedAt, since), () => {
      if (account.answeredAt < requestedAt)
        throw unavailable("The quota cannot be read now. Nothing was charged. Retry.");
      // Other nodes or calls in flight hold the rest: a 429 would be wrong.
      throw unavailable("Other calls hold the rest of the quota now. Nothing was charged. Retry.");
    });
  }

  #release(account: LeasedQuota): void {
    account.drop();
    this.#queue.release(account);
  }

  async #exchange(): Promise<void> {
    const { journalId } = this.#options.journal;
    if (journalId === undefined) throw new DatabaseUnavailable("no journal is open");
    if (this.#checkDue) await this.#checkRequests(journalId);
    else {
      // Alternates, because at a period's end thousands release and thousands acquire.
      this.#released =
        this.#queue.acquiring.size === 0 || (this.#queue.releasing.size > 0 && !this.#released);
      await this.#sendRequests(journalId, this.#released);
    }
    if (this.#warned) this.#options.log.info("sharing quotas again");
    this.#warned = false;
    this.#scheduleCheck();
  }

  /** Reports to the database what is held; acquires more unless it releases. */
  async #sendRequests(journalId: string, releases: boolean): Promise<void> {
    const { store, journal, timing } = this.#options;
    const accounts = first(releases ? this.#queue.releasing : this.#queue.acquiring);
    for (const account of accounts) account.bind(journalId);
    await this.#apply(accounts);
    const sent = accounts.map((account) => {
      if (releases) account.drop();
      return account.ask({
        acquiresNothing: releases,
        isEnding: releases && this.#retired.has(account.name),
      });
    });
    const taken = await store.acquireQuotas(
      journalId,
      sent.map(({ ask }) => ask),
    );
    for (const account of accounts)
      (releases ? this.#queue.releasing : this.#queue.acquiring).delete(account);
    if (taken === fenced) {
      journal.fence(journalId);
      return this.#fenced(accounts);
    }
    const now = timing.monotonic();
    for (const [index, account] of accounts.entries()) {
      account.answeredAt = now;
      const refused = !releases && account.update(taken[index]!, sent[index]!, now);
      if (refused) this.#refuse(account);
      this.#queue.acquireAgain(account);
      if (account.isEmpty) this.#retired.delete(account.name);
    }
  }

  /** Another process closed the journal; a new one is being opened. */
  #fenced(accounts: readonly LeasedQuota[]): void {
    for (const account of accounts) {
      account.bind(undefined);
      this.#queue.acquireAgain(account);
    }
  }

  /** Applies answered calls to the rollups, so that they are not counted twice. */
  async #apply(accounts: readonly LeasedQuota[]): Promise<void> {
    const answered = accounts.map((account) => account.answered);
    if (!accounts.some((account) => account.needsApply)) return;
    await this.#options.journal.flush();
    for (const [index, account] of accounts.entries()) account.applied(answered[index]!);
  }

  /** A node that holds a part must read what others request. */
  #scheduleCheck(): void {
    if (this.#looking || this.#ended || this.#accounts.size + this.#retired.size === 0) return;
    this.#looking = true;
    this.#options.timing.after(checkMs, () => {
      this.#looking = false;
      this.#checkDue = true;
      this.#queue.arm();
    });
  }

  async #checkRequests(journalId: string): Promise<void> {
    const { store, timing } = this.#options;
    this.#checkDue = false;
    const requested = await store.requestedQuotaReturns(journalId);
    for (const part of requested) {
      const current = this.#accounts.get(part.subscriptionId);
      if (current?.holds(part)) this.#release(current);
    }
    for (const account of this.#retired.values()) if (!account.isEmpty) this.#queue.releasing.add(account);
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

/** The first of a set, at most one transaction's worth. */
function first(accounts: Set<LeasedQuota>): LeasedQuota[] {
  return [...accounts].slice(0, groupMax);
}
