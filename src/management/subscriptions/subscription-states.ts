import { conflict } from "../../http/errors.ts";

export const subscriptionStates = [
  "active",
  "suspended",
  "submitted",
  "rejected",
  "cancelled",
  "expired",
] as const;

export type SubscriptionState = (typeof subscriptionStates)[number];

/**
 * The states that each state may change to. Only time expires a subscription; a later `expires_at` undoes it.
 */
export const transitions: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
  submitted: ["active", "rejected", "cancelled"],
  active: ["suspended", "cancelled"],
  suspended: ["active", "cancelled"],
  rejected: ["active", "cancelled"],
  expired: ["active", "suspended", "cancelled"],
  cancelled: [],
};

/** The states in which an operator may create a subscription. */
const initial: readonly SubscriptionState[] = ["active", "suspended", "submitted"];

/** What determines a subscription's state at a moment. */
export interface Standing {
  readonly state: SubscriptionState;
  readonly expiresAt: number | null;
}

/** The state at a moment: an active subscription expires at the stated millisecond. */
export function stateAt({ state, expiresAt }: Standing, now: number): SubscriptionState {
  if (state !== "active" && state !== "expired") return state;
  const over = expiresAt !== null && expiresAt <= now;
  return over ? "expired" : state;
}

export function requireInitial(state: SubscriptionState): SubscriptionState {
  if (!initial.includes(state))
    throw conflict(`A new subscription cannot be ${state}. Allowed: ${initial.join(", ")}.`);
  return state;
}

/**
 * The state to store after a change; 409 if the table has no such transition. A later `expires_at` makes an
 * expired subscription active again; requesting `active` without it does not.
 */
export function changedState(
  from: Standing,
  wanted: SubscriptionState | undefined,
  expiresAt: number | null,
  now: number,
): SubscriptionState {
  const current = stateAt(from, now);
  const over = expiresAt !== null && expiresAt <= now;
  if (wanted === undefined || wanted === current) return current === "expired" && !over ? "active" : current;
  const ways = transitions[current];
  if (!ways.includes(wanted))
    throw conflict(
      ways.length === 0
        ? `A ${current} subscription cannot change its state. Create a new one.`
        : `Cannot change from ${current} to ${wanted}. Allowed: ${ways.join(", ")}.`,
    );
  if (wanted === "active" && over)
    throw conflict("expires_at has passed. Set a later time together with the state.");
  return wanted;
}
