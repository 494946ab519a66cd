import { never } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import {
  allocate,
  type Balance,
  type EntryKind,
  type EntrySource,
  type Grant,
  type GrantEntry,
  type GrantSource,
  leftOf,
  spendingOrder,
} from "./grant.ts";
import { endAfter } from "./ledger-chain.ts";

const kindOf: Readonly<Record<GrantSource, EntryKind>> = {
  trial: "grant",
  grant: "grant",
  period: "renewal",
  purchase: "purchase",
  overage: "renewal",
  write_off: "write_off",
};

/**
 * What is done to one locked balance and its grants, with the entries that explain it. Nothing here waits. `cross`
 * comes first.
 */
export class BalanceChange {
  readonly balance: Balance;
  /** Those that are not closed, and those that this adds, in the order in which they are spent. */
  readonly grants: Grant[];
  readonly entries: GrantEntry[] = [];
  /** By the database's clock, milliseconds UTC. */
  readonly now: number;
  readonly #before = new Map<string, Grant>();
  readonly #leftBefore: number;

  constructor(balance: Balance, grants: readonly Grant[], now: number) {
    this.balance = balance;
    this.grants = grants.map((grant) => ({ ...grant })).sort(spendingOrder);
    this.now = now;
    this.#leftBefore = balance.remaining - balance.debt;
    for (const grant of grants) this.#before.set(grant.id, grant);
  }

  /** The grants that differ from what was read. */
  get changed(): Grant[] {
    return this.grants.filter((grant) => {
      const before = this.#before.get(grant.id);
      return !before || facts.some((fact) => before[fact] !== grant[fact]);
    });
  }

  /** Whether calls can be paid that could not be before. */
  get hasAdded(): boolean {
    return this.balance.remaining - this.balance.debt > this.#leftBefore;
  }

  /** Whether grants are closing that were not when they were read. */
  get isClosing(): boolean {
    return this.grants.some(
      ({ id, state }) => state === "closing" && this.#before.get(id)?.state !== "closing",
    );
  }

  /**
   * BOUNDARY: assigns what was used to the grants that paid for it, opens those that have started, oldest first, and
   * closes those that have expired.
   */
  cross(): void {
    const { now } = this;
    allocate(this.grants, this.balance);
    const started = this.grants.filter(({ state, startsAt }) => state === "waiting" && startsAt <= now);
    for (const grant of started.sort((a, b) => a.startsAt - b.startsAt)) {
      grant.state = "open";
      this.#enter(grant, grant.amount, kindOf[grant.source]);
      if (grant.source === "overage") this.#takeOver(grant);
    }
    for (const grant of this.grants)
      if (grant.state === "open" && grant.expiresAt <= now) grant.state = "closing";
  }

  /** Adds a grant. One that starts later waits. */
  add(grant: Grant, kind: EntryKind = kindOf[grant.source], source?: EntrySource): void {
    this.grants.push(grant);
    this.grants.sort(spendingOrder);
    if (grant.state === "open") this.#enter(grant, grant.amount, kind, source);
  }

  /** Enlarges an open grant. */
  enlarge(grant: Grant, credits: number, source?: EntrySource): void {
    grant.amount += credits;
    this.#enter(grant, credits, kindOf[grant.source], source);
  }

  /** Gives an open grant back what was removed of it. */
  giveTo(grant: Grant, credits: number, source?: EntrySource): void {
    grant.removed -= credits;
    this.balance.granted += credits;
    this.balance.remaining += credits;
    // As the entry of the removal, it names no grant.
    this.#note("", credits, "adjust", source);
  }

  /** Removes credits of one grant, or in the order in which they are spent. The balance must have them. */
  remove(credits: number, kind: "adjust" | "set", source?: EntrySource, only?: Grant): void {
    let rest = credits;
    for (const grant of only ? [only] : this.grants) {
      if (grant.state !== "open" && grant.state !== "closing") continue;
      const part = Math.min(rest, leftOf(grant));
      grant.removed += part;
      rest -= part;
    }
    this.balance.granted -= credits;
    this.balance.remaining -= credits;
    this.#note("", -credits, kind, source);
  }

  /** Pays the debt from what remains, and writes the rest off if no lease is left to pay it. */
  payDebt(source?: EntrySource): void {
    const { balance } = this;
    const paid = Math.min(balance.remaining, balance.debt);
    balance.remaining -= paid;
    balance.debt -= paid;
    if (balance.debt === 0 || balance.held > 0) return;
    const credits = balance.debt;
    balance.debt = 0;
    balance.writtenOff += credits;
    this.addSpent("write_off", credits, "write_off", {
      ...source,
      reason: "served on a lease that had expired",
    });
  }

  /** Records credits that were used without a grant. */
  addSpent(grantSource: GrantSource, credits: number, kind: EntryKind, source?: EntrySource): void {
    const { subscriptionId } = this.balance;
    const grant = newGrant(uuidv7(this.now), subscriptionId, grantSource, credits, this.now);
    this.grants.push({ ...grant, spent: credits, state: "closed" });
    this.balance.granted += credits;
    this.#note(grant.id, credits, kind, source);
  }

  /**
   * What is left of closing grants expires, but for what leases whose return is requested may have spent before the
   * expiry. Returns whether other leases hold a part of it, which must be requested back too.
   */
  take(): boolean {
    if (!this.grants.some(({ state }) => state === "closing")) return false;
    const { balance } = this;
    allocate(this.grants, balance);
    let kept = balance.asked;
    let isLeased = false;
    for (const grant of this.grants) {
      if (grant.state !== "closing") continue;
      const own = Math.min(leftOf(grant), kept);
      kept -= own;
      this.#expire(grant, Math.min(leftOf(grant) - own, balance.remaining));
      if (leftOf(grant) === 0) grant.state = "closed";
      else if (leftOf(grant) > own) isLeased = true;
    }
    return isLeased;
  }

  /**
   * Calls on a lease that is gone, which are a debt, are paid by what an expiry after them took: at most `credits` of
   * each grant that expired later. Comes before `cross`. `expired`: such grants, also those that are closed.
   */
  giveBack(calls: readonly LateCall[], expired: readonly Grant[]): void {
    for (const grant of expired)
      if (!this.#before.has(grant.id)) {
        this.#before.set(grant.id, grant);
        this.grants.push({ ...grant });
      }
    this.grants.sort(spendingOrder);
    for (const call of calls) {
      let rest = Math.min(call.credits, this.balance.debt);
      for (const grant of this.grants) {
        if (grant.source === "overage" || grant.expiresAt <= call.at) continue;
        const part = Math.min(rest, grant.expired);
        if (part === 0) continue;
        rest -= part;
        grant.expired -= part;
        grant.spent += part;
        this.balance.granted += part;
        this.balance.debt -= part;
        this.#note(grant.id, part, "expire", { reason: "paid a call that was made before the expiry" });
      }
    }
  }

  /**
   * Credits that are paid afterwards take over the rest of those that they follow, so that no lease is requested
   * back.
   */
  #takeOver(grant: Grant): void {
    const former = this.grants.find(
      (other) =>
        other !== grant &&
        other.source === "overage" &&
        other.state === "open" &&
        other.expiresAt <= this.now,
    );
    if (!former || leftOf(former) > grant.amount) return;
    this.#expire(former, leftOf(former));
    former.state = "closed";
  }

  #expire(grant: Grant, credits: number): void {
    grant.expired += credits;
    if (credits > 0) this.#enter(grant, -credits, "expire");
  }

  #enter(grant: Grant, delta: number, kind: EntryKind, source?: EntrySource): void {
    this.balance.granted += delta;
    this.balance.remaining += delta;
    this.#note(grant.id, delta, kind, source);
  }

  #note(grantId: string, delta: number, kind: EntryKind, source?: EntrySource): void {
    const { subscriptionId, granted, used, end } = this.balance;
    const row = { id: source?.id ?? uuidv7(this.now), at: source?.at ?? this.now, kind, delta, grantId };
    this.balance.end = endAfter(subscriptionId, end, row);
    this.entries.push({ ...source, ...row, subscriptionId, left: granted - used, end: this.balance.end });
  }
}

/** Calls of one moment, milliseconds UTC. */
export interface LateCall {
  readonly at: number;
  readonly credits: number;
}

const facts = ["amount", "spent", "expired", "removed", "state"] as const;

/** An open grant that has started and does not expire. */
export const newGrant = (
  id: string,
  subscriptionId: string,
  source: GrantSource,
  amount: number,
  now: number,
): Grant => ({
  id,
  subscriptionId,
  source,
  period: null,
  amount,
  spent: 0,
  expired: 0,
  removed: 0,
  startsAt: now,
  expiresAt: never,
  state: "open",
  createdAt: now,
});
