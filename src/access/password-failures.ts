import { hash } from "node:crypto";
import { minuteMs } from "../base/durations.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";

const windowMs = 15 * minuteMs;
const failuresMax = 5;

// Names hold e-mail addresses, which nothing but their equality is asked of.
const digestOf = (name: string) => hash("sha256", name, "hex");

/**
 * Counts a failure under a name before it is known to be one, for all nodes: many guesses at once must not pass.
 * Resolves to the milliseconds to wait, 0 where the password may be checked: five may be in 15 minutes.
 */
export async function countFailure(db: Queries, name: string, now: number): Promise<number> {
  const until = now + windowMs;
  // A window that ends later than any can was written by a clock that was wrong.
  const over = sql`(password_failure.until <= ${now} or password_failure.until > ${until})`;
  const row = await db.get<{ failures: number; until: number }>(sql`
    insert into password_failure (name, failures, until) values (${digestOf(name)}, 1, ${until})
    on conflict (name) do update set
      failures = case when ${over} then 1 else password_failure.failures + 1 end,
      until = case when ${over} then excluded.until else password_failure.until end
    returning failures, until`);
  return row!.failures <= failuresMax ? 0 : row!.until - now;
}

/** Takes back a failure whose password was not checked after all. */
export async function uncountFailure(db: Queries, name: string): Promise<void> {
  await db.run(sql`update password_failure set failures = failures - 1 where name = ${digestOf(name)}`);
}

/** Forgets the failures under a name: the password was right. */
export async function clearFailures(db: Queries, name: string): Promise<void> {
  await db.run(sql`delete from password_failure where name = ${digestOf(name)}`);
}

/** Removes failures that do not count any more. */
export async function purgeFailures(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from password_failure where until <= ${now}`);
}
