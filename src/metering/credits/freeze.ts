import { minuteMs } from "../../base/durations.ts";

/** How long a balance that an operator is setting leases no credits, at most. Milliseconds. */
export const freezeMs = 5000;

/**
 * `frozen_until` is a time of the database's clock. One further ahead comes from another server, whose replica
 * this database was, and is ignored.
 */
const freezeMaxMs = minuteMs;

/** Whether a balance is frozen, as a condition on `credit_balance` in a `RowsStatement`. */
export const frozenCondition = `(credit_balance.frozen_until > 0
  and credit_balance.frozen_until - :clock between 1 and ${freezeMaxMs})`;
