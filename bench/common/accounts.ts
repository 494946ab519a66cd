import type { Database } from "../../src/database/database.ts";
import { raw, rows, type Sql, sql } from "../../src/database/sql.ts";
import { analyze } from "./calls.ts";
import { scaled } from "./settings.ts";

export const users = scaled(100_000, 2000);
export const subscriptions = 3 * users;

/** Runs statements in one transaction that may take minutes. */
export async function runAll(db: Database, statements: readonly Sql[]): Promise<void> {
  const work = async (tx: Pick<Database, "run">) => {
    for (const statement of statements) await tx.run(statement);
  };
  await db.transaction(work, { deadlineMs: 600_000 });
  await analyze(db);
}

/** Credit balances, for parts that need no accounts. */
export async function fillBalances(
  db: Database,
  balances: readonly (readonly [id: string, credits: number])[],
) {
  for (let from = 0; from < balances.length; from += 5000)
    await db.run(sql`
      insert into credit_balance (subscription_id, granted, remaining)
      values ${rows(balances.slice(from, from + 5000).map(([id, credits]) => [id, credits, credits]))}`);
}

/** Accounts as years of sign-ups leave them: three subscriptions, two keys each, a ledger and a session per user. */
export async function fillAccounts(db: Database, start: number): Promise<void> {
  const numbers = (count: number) =>
    raw(`with recursive n(i) as
    (select cast(0 as bigint) union all select i + 1 from n where i < ${count - 1})`);
  const state = raw(
    "case i % 100 when 0 then 'submitted' when 1 then 'suspended' when 2 then 'cancelled' else 'active' end",
  );
  await runAll(db, [
    sql`insert into app_user (id, email, email_key, first_name, last_name, role, state, registered_at, updated_at)
      ${numbers(users)}
      select 'user-' || i, 'user' || i || '@example.com', 'user' || i || '@example.com', 'Ada', 'Byron', 'customer',
        case i % 200 when 0 then 'blocked' when 1 then 'pending' else 'active' end, ${start} + i * 1000, ${start}
      from n`,
    sql`insert into user_word (word, user_id)
      select email_key, id from app_user where id like 'user-%'
      union select 'byron', id from app_user where id like 'user-%'`,
    sql`insert into access_token (digest, kind, user_id, created_at, expires_at)
      ${numbers(users)} select 'digest-' || i, 'vgs', 'user-' || i, ${start}, ${start} + 9000000000000 from n`,
    sql`insert into subscription (id, owner_id, scope, product_id, display_name, state, created_at, start_at)
      ${numbers(subscriptions)}
      select 'subscription-' || i, 'user-' || (i % ${users}), '/products/trial', 'trial', 'Trial', ${state},
        ${start} + i * 300, ${start} from n`,
    sql`insert into enrolment (user_id, product_id, subscription_id, at)
      select owner_id, product_id, id, created_at from subscription where product_id is not null
      on conflict (user_id, product_id, subscription_id) do nothing`,
    sql`insert into subscription_key (digest, subscription_id, slot, created_at)
      ${numbers(2 * subscriptions)}
      select 'digest-' || i, 'subscription-' || (i / 2), case i % 2 when 0 then 'primary' else 'secondary' end,
        ${start} from n`,
    sql`insert into credit_balance (subscription_id, granted, remaining)
      ${numbers(subscriptions)} select 'subscription-' || i, 15, 15 from n`,
    sql`insert into credit_ledger (id, subscription_id, at, delta, kind, remaining_after)
      ${numbers(subscriptions)} select 'ledger-' || i, 'subscription-' || i, ${start}, 15, 'grant', 15 from n`,
    sql`delete from list_total`,
    sql`insert into list_total (name, total) select 'user/' || state, count(*) from app_user group by state`,
    sql`insert into list_total (name, total) select 'subscription/' || state, count(*) from subscription group by state`,
  ]);
}
