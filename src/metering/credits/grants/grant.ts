import { never } from "../../../base/clock.ts";
import type { LedgerEnd } from "./ledger-chain.ts";

/** Where credits come from, in the order in which those that expire together are spent. */
export const grantSources = ["trial", "grant", "period", "purchase", "overage", "write_off"] as const;
export type GrantSource = (typeof grantSources)[number];

/** `waiting` before its start; `closing` after its expiry, while leases may still spend what is left of it. */
export type GrantState = "waiting" | "open" | "closing" | "closed";

/** Credits with a source, a start and an expiry. Times are milliseconds UTC. */
export interface Grant {
  readonly id: string;
  readonly subscriptionId: string;
  readonly source: GrantSource;
  /** The number of the period that brings it; null without one. Unique per subscription and source. */
  readonly period: number | null;
  amount: number;
  /** As of the last assignment of uses to grants. */
  spent: number;
  expired: number;
  /** Removed by operators. */
  removed: number;
  readonly startsAt: number;
  /** `never` if it does not expire. */
  readonly expiresAt: number;
  state: GrantState;
  readonly createdAt: number;
}

export const leftOf = ({ amount, spent, expired, removed }: Grant): number =>
  amount - spent - expired - removed;

const isSpendable = ({ state }: Grant): boolean => state === "open" || state === "closing";

/**
 * The order in which grants are spent: credits that are paid for afterwards come last, what expires first comes first,
 * then trial credits, free ones, those of a period and bought ones, then the oldest.
 */
export function spendingOrder(a: Grant, b: Grant): number {
  return (
    Number(a.source === "overage") - Number(b.source === "overage") ||
    a.expiresAt - b.expiresAt ||
    grantSources.indexOf(a.source) - grantSources.indexOf(b.source) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** A locked balance, and what its leases hold. */
export interface Balance {
  readonly subscriptionId: string;
  readonly unlimited: boolean;
  granted: number;
  remaining: number;
  debt: number;
  writtenOff: number;
  /** Used, with what leases have paid. */
  used: number;
  /** Held by all leases, and by those whose return is requested. */
  held: number;
  asked: number;
  /** The end of its ledger's chain. */
  end: LedgerEnd;
}

/** Who made a ledger entry, why, and whose calls it pays. */
export interface EntrySource {
  /** A new one if absent. */
  readonly id?: string;
  /** Milliseconds UTC; the database's time if absent. */
  readonly at?: number;
  readonly reason?: string | null;
  readonly actor?: string | null;
  readonly journalId?: string | null;
  /** Unique per subscription. */
  readonly idempotencyKey?: string | null;
}

export const entryKinds = [
  "grant",
  "bump",
  "adjust",
  "set",
  "renewal",
  "purchase",
  "expire",
  "write_off",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** A change of a balance that the ledger explains. */
export interface GrantEntry extends EntrySource {
  readonly id: string;
  readonly at: number;
  readonly subscriptionId: string;
  /** Empty for credits that were removed from the grants in their order. */
  readonly grantId: string;
  readonly delta: number;
  readonly kind: EntryKind;
  /** Granted and not used, after it. */
  readonly left: number;
  /** The end of the chain with it. */
  readonly end: LedgerEnd;
}

/** ALLOCATE: assigns uses since the last assignment to open and closing grants, in order. `grants` are sorted. */
export function allocate(grants: readonly Grant[], { remaining, held, debt }: Balance): void {
  const spendable = grants.filter(isSpendable);
  let used = spendable.reduce((sum, grant) => sum + leftOf(grant), 0) - (remaining + held - debt);
  for (const grant of spendable) {
    if (used <= 0) return;
    const part = Math.min(used, leftOf(grant));
    grant.spent += part;
    used -= part;
  }
}

/** When the next grant opens or expires. */
export const dueOf = (grants: readonly Grant[]): number =>
  grants.reduce((due, { state, startsAt, expiresAt }) => {
    if (state === "waiting") return Math.min(due, startsAt);
    return state === "open" ? Math.min(due, expiresAt) : due;
  }, never);
