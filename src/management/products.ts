import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { registerBuiltinApis } from "./apis-builtin.ts";

export const trialProductId = "trial";
const trialCredits = 15;

/**
 * The products of a new installation, both with every built-in API: a free trial, and one without a meter
 * that an operator approves.
 */
export async function insertDefaultProducts(tx: Queries, now: number): Promise<void> {
  await tx.run(sql`
    insert into product (id, display_name, description, terms, subscription_required, approval_required,
      subscriptions_limit, state, credits_granted, policy, created_at, updated_at)
    values
      (${trialProductId}, 'Trial', 'A first look: every lookup, 15 credits, once per account.', '', 1, 0, 1,
        'published', ${trialCredits}, '{}', ${now}, ${now}),
      ('unlimited', 'Unlimited', 'Every lookup without a credit limit; an operator approves.', '', 1, 1, null,
        'published', null, '{}', ${now}, ${now})`);
  await registerBuiltinApis(tx, now);
}
