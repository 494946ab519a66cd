import { minuteMs } from "../../base/durations.ts";

/** How long nothing is taken from a balance that an operator is setting, unless that ends before. Milliseconds. */
export const freezeMs = 5000;

/** `frozen_until` is of the setter's clock: beyond this that clock is wrong by another's, and nothing is on hold. */
const freezeMaxMs = minuteMs;

/** Whether a balance is on hold, by this machine's wall clock. */
export const isFrozenUntil = (frozenUntil: number, wall: number): boolean =>
  frozenUntil > wall && frozenUntil <= wall + freezeMaxMs;

/** The same as a condition on `credit_balance`, whose one value is the time. */
export const frozenCondition = `credit_balance.frozen_until - cast(:value as bigint) between 1 and ${freezeMaxMs}`;
