import { minuteMs } from "../../base/durations.ts";

/** How long a balance that an operator is setting leases no credits, at most. Milliseconds. */
export const freezeMs = 5000;

/**
 * `frozen_until` comes from another node's clock. Beyond this the clocks differ too much, and it is ignored.
 */
const freezeMaxMs = minuteMs;

/** Whether a balance is frozen, by this machine's wall clock. */
export const isFrozenUntil = (frozenUntil: number, wall: number): boolean =>
  frozenUntil > wall && frozenUntil <= wall + freezeMaxMs;

/** The same as a condition on `credit_balance`; its one value is the time. */
export const frozenCondition = `credit_balance.frozen_until - cast(:value as bigint) between 1 and ${freezeMaxMs}`;
