import type { Log } from "../../../base/log.ts";
import type { Timing } from "../../../base/timing.ts";
import { LeaseQueue, restOfWait, takeFirst } from "../../sharing/lease-queue.ts";
import { type Fenced, fenced } from "../../sharing/owned-journals.ts";
import type { LeaseStore } from "../lease-store.ts";
import { fittingGroup, groupLeast, leaseShare, leaseSize } from "./lease-size.ts";
import { LeasedCredits, type WaitEnd } from "./leased-credits.ts";
import { unavailable } from "./refusal.ts";

export interface LeasesOptions {
  readonly store: LeaseStore;
  readonly timing: Timing;
  readonly log: Log;
  /** How long credits may be spent while the database is unreachable. */
  readonly staleMs: number;
  /** Applies written calls, so that spent credits leave the lease before it is released. */
  readonly flush: () => Promise<void>;
  /** Called when this journal may spend no more. */
  readonly fenced: () => void;
  /** All calls of the journal that began before this time are applied. `now` and the time in milliseconds UTC. */
  readonly clearAt: (now: number) => number;
}

const activeMs = 2000;
/**
 * A node without a lease sends heartbeats too, more often than `vingate journals` waits: otherwise its
 * journal would expire.
 */
const idleHeartbeatMs = 2000;
const retryMs = [50, 100, 200, 500] as const;

/** The leased credits of one journal. One lease transaction runs at a time for all of them. */
export class Leases {
  readonly #journalId: string;
  readonly #options: LeasesOptions;
  readonly #accounts = new Map<string, LeasedCredits>();
  /** The last operation of removed entries, so that a lease's numbers continue. */
  readonly #lastOps = new Map<string, number>();
  readonly #queue: LeaseQueue<LeasedCredits>;
  #journals = 1;
  #groupMax = groupLeast;
  #open = true;
  /** When a request was sent that the database answered, on the monotonic clock. */
  reachedAt: number;
  #reachedWall: number;

  constructor(journalId: string, options: LeasesOptions) {
    this.#journalId = journalId;
    this.#options = options;
    this.reachedAt = options.timing.monotonic();
    this.#reachedWall = options.timing.wall();
    this.#queue = new LeaseQueue({
      timing: options.timing,
      open: () => this.#open,
      hasWork: () => false,
      exchange: () => this.#exchange(),
      failed: ({ message }) => options.log.error("a lease operation failed", { error: message }),
    });
  }

  find(subscriptionId: string): LeasedCredits | undefined {
    return this.#accounts.get(subscriptionId);
  }

  account(subscriptionId: string): LeasedCredits {
    const found = this.#accounts.get(subscriptionId);
    if (found) return found;
    const account = new LeasedCredits(subscriptionId, this.#options.timing);
    account.op = this.#lastOps.get(subscriptionId) ?? 0;
    this.#accounts.set(subscriptionId, account);
    return account;
  }

  /** The subscriptions in memory. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Reserves a call's cost if it is leased and may be spent; never waits. */
  takeNow(account: LeasedCredits, cost: number): boolean {
    const now = this.#options.timing.monotonic();
    if (!this.#open || account.waiting.length > 0 || !account.affords(cost, now) || !this.#fresh(now))
      return false;
    account.take(cost, now);
    if (account.free < account.low && !account.pending && !account.unlimited)
      this.#queue.acquire(account, account.isShare ? "now" : "soon");
    return true;
  }

  /** Waits for a call's credits, at most a second from `since`. */
  wait(account: LeasedCredits, cost: number, since: number): Promise<WaitEnd> {
    const rest = restOfWait(this.#options.timing.monotonic(), since);
    const end = account.waiting.add(rest, () => this.#late(account, cost, since), { cost });
    this.#acquire(account);
    return end;
  }

  /** Called when a call has ended: waiting calls may use what it released. */
  settled(account: LeasedCredits): void {
    if (account.waiting.length === 0) return;
    if (this.#fresh(this.#options.timing.monotonic())) account.serve(this.#options.timing.monotonic());
    if (account.waiting.length > 0) this.#acquire(account);
  }

  /** Rereads a balance that was changed elsewhere, or all of them if any may have changed. */
  notice(subscriptionId?: string, how: "changed" | "added" = "changed"): void {
    const now = this.#options.timing.monotonic();
    const all = subscriptionId === undefined;
    for (const account of all ? this.#accounts.values() : [this.#accounts.get(subscriptionId)])
      if (account && (how === "added" ? account.creditsAdded(now) : account.markStale(now)))
        this.#queue.acquire(account);
  }

  /** Sends a heartbeat, reads the number of journals, and releases idle leases. */
  async heartbeat(): Promise<void> {
    const { store, timing } = this.#options;
    const [monotonic, wall] = [timing.monotonic(), timing.wall()];
    const idle = this.#accounts.size === 0 && monotonic - this.reachedAt < idleHeartbeatMs;
    if (!this.#open || idle) return;
    const journals = await store.heartbeat(this.#journalId, this.#options.clearAt(wall));
    if (journals === fenced) return this.fence();
    this.#reached(monotonic, wall);
    this.#journals = Math.max(1, journals);
    const accounts = [...this.#accounts.values()];
    // Unlimited subscriptions acquire nothing, so their changes must be polled.
    for (const account of accounts)
      if (account.unlimited && monotonic - account.usedAt < activeMs) this.#queue.acquire(account);
    const unused = accounts.filter((account) => account.isIdle(monotonic));
    if (unused.length > 0) await this.#release(unused);
  }

  /** Releases unused credits that others have requested. */
  async returnRequested(): Promise<void> {
    if (!this.#open || !this.#holdsAny()) return;
    const requested = await this.#options.store.requestedReturns(this.#journalId);
    const accounts = requested.flatMap((id) => this.#accounts.get(id) ?? []);
    if (accounts.length > 0) await this.#release(accounts);
  }

  /** Stops spending. Calls in flight end as usual; what they release is dropped. */
  fence(): void {
    if (!this.#open) return;
    this.close("fenced");
    this.#options.fenced();
  }

  /** Ends without releasing anything: closing the journal does. */
  close(end: WaitEnd): void {
    this.#open = false;
    for (const account of this.#accounts.values()) {
      account.free = 0;
      account.waiting.endAll(end);
    }
  }

  #holdsAny(): boolean {
    for (const { held, pending } of this.#accounts.values()) if (held > 0 || pending) return true;
    return false;
  }

  /** Acquires more, after a lease of which a grant opens or expires was returned. */
  #acquire(account: LeasedCredits): void {
    if (this.#options.timing.monotonic() < account.dueAt) this.#queue.acquire(account);
    else if (!account.isReturning) this.#return(account);
  }

  #return(account: LeasedCredits): void {
    account.isReturning = true;
    // The database is unreachable, or a call that waits tries again.
    this.#release([account]).catch(() => {
      account.isReturning = false;
      this.#queue.acquireAgain(account);
    });
  }

  async #release(accounts: readonly LeasedCredits[]): Promise<void> {
    await this.#options.flush();
    for (const account of accounts) this.#queue.release(account);
  }

  #fresh(now: number): boolean {
    const { staleMs, timing } = this.#options;
    return now - this.reachedAt < staleMs && timing.wall() - this.#reachedWall < staleMs;
  }

  #reached(monotonic: number, wall: number): void {
    this.reachedAt = monotonic;
    this.#reachedWall = wall;
  }

  #late(account: LeasedCredits, cost: number, since: number): WaitEnd {
    // Whether it has answered anything that was sent since the call began.
    const slow = this.reachedAt < since ? "database" : "busy";
    if (account.answeredAt < since) return unavailable(slow);
    if (account.frozen) return unavailable("frozen");
    const remaining = account.left;
    if (remaining < cost) return { kind: "exhausted", remaining };
    // The balance has enough and the database was too slow, or other calls and nodes hold the rest.
    return unavailable(account.remaining + account.free < cost ? "leased" : slow);
  }

  async #exchange(): Promise<void> {
    if (this.#queue.releasing.size > 0) await this.#returnGroup();
    else await this.#takeGroup();
  }

  async #takeGroup(): Promise<void> {
    const { store, timing } = this.#options;
    const now = timing.monotonic();
    const accounts = this.#nextWanting();
    const requests = accounts.map((account) => {
      const size = leaseSize(account.rate, now, this.#journals);
      account.low = size / 2;
      account.op += 1;
      account.pending = true;
      const { subscriptionId, op, need, free } = account;
      return { subscriptionId, op, need, amount: Math.max(need, size - free), free };
    });
    const share = leaseShare(this.#journals);
    const answer = await this.#answered(() => store.acquireCredits(this.#journalId, { requests, share }));
    if (!answer) return;
    if (accounts.length === this.#groupMax)
      this.#groupMax = fittingGroup(this.#groupMax, timing.monotonic() - now);
    const byId = new Map(answer.answer.map((taken) => [taken.subscriptionId, taken]));
    for (const account of accounts) {
      account.update(byId.get(account.subscriptionId)!, answer.requestedAt);
      account.refuseUnaffordable(timing.monotonic());
      this.#queue.acquireAgain(account);
    }
  }

  /** Subscriptions that can probably be paid come before those whose credits others hold. */
  #nextWanting(): LeasedCredits[] {
    const { acquiring } = this.#queue;
    const solvent = new Set<LeasedCredits>();
    for (const account of acquiring) {
      if (solvent.size === this.#groupMax) break;
      // Its caller already got 503: acquire only for calls that still wait.
      if (!account.needsMore || account.isReturning) acquiring.delete(account);
      else if (!account.isShort) solvent.add(account);
    }
    const first = takeFirst(solvent, this.#groupMax);
    for (const account of first) acquiring.delete(account);
    return [...first, ...takeFirst(acquiring, this.#groupMax - first.length)];
  }

  async #returnGroup(): Promise<void> {
    const { store, timing } = this.#options;
    const accounts = takeFirst(this.#queue.releasing, this.#groupMax);
    const returns = accounts.map((account) => account.release());
    const answer = await this.#answered(() => store.releaseCredits(this.#journalId, returns));
    if (!answer) return;
    const byId = new Map(answer.answer.map((returned) => [returned.subscriptionId, returned]));
    for (const account of accounts) {
      account.released(byId.get(account.subscriptionId)!);
      if (account.waiting.length > 0) this.#queue.acquire(account);
      else if (account.held === 0 && account.isIdle(timing.monotonic())) this.#removeIdle(account);
    }
  }

  #removeIdle(account: LeasedCredits): void {
    this.#accounts.delete(account.subscriptionId);
    this.#lastOps.set(account.subscriptionId, account.op);
    this.#queue.acquiring.delete(account);
  }

  /** Repeats with the same operation numbers until the database replies. */
  async #answered<T>(ask: () => Promise<T | Fenced>): Promise<Answer<T> | undefined> {
    const { timing, log } = this.#options;
    for (let attempt = 0; this.#open; attempt++) {
      const [monotonic, wall] = [timing.monotonic(), timing.wall()];
      try {
        const answer = await ask();
        if (!this.#open) return undefined;
        if (answer === fenced) {
          this.fence();
          return undefined;
        }
        this.#reached(monotonic, wall);
        return { answer, requestedAt: monotonic };
      } catch (error) {
        if (attempt === 0) log.warn("cannot lease credits", { error: (error as Error).message });
        const pause = retryMs[Math.min(attempt, retryMs.length - 1)]!;
        await new Promise<void>((resolve) => void timing.after(pause, resolve));
      }
    }
    return undefined;
  }
}

interface Answer<T> {
  readonly answer: T;
  /** On the monotonic clock. */
  readonly requestedAt: number;
}
