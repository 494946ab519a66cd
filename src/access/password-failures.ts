import { hash } from "node:crypto";
import { minuteMs } from "../base/durations.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";

const windowMs = 15 * minuteMs;
const failuresMax = 5;

// Names contain email addresses, which are only compared.
const digestOf = (name: string) => hash("sha256", name, "hex");

/**
 * Counts a failure for all nodes before the password is checked, so that simultaneous guesses do not pass. Resolves to
 * 0 if the password may be checked (five in 15 minutes), else to the milliseconds to wait.
 */
export async function countFailure(db: Queries, name: string, now: number): Promise<number> {
  const until = now + windowMs;
  // A window that ends later than possible was written by a wrong clock.
  const over = sql`(password_failure.until <= ${now} or password_failure.until > ${until})`;
  const row = await db.get<{ failures: number; until: number }>(sql`
    insert into password_failure (name, failures, until) values (${digestOf(name)}, 1, ${until})
    on conflict (name) do update set
      failures = case when ${over} then 1 else password_failure.failures + 1 end,
      until = case when ${over} then excluded.until else password_failure.until end
    returning failures, until`);
  return row!.failures <= failuresMax ? 0 : row!.until - now;
}

/** Removes a failure whose password was not checked. */
export async function uncountFailure(db: Queries, name: string): Promise<void> {
  await db.run(sql`update password_failure set failures = failures - 1 where name = ${digestOf(name)}`);
}

/** Removes the failures under a name after a correct password. */
export async function clearFailures(db: Queries, name: string): Promise<void> {
  await db.run(sql`delete from password_failure where name = ${digestOf(name)}`);
}

/** Removes expired failures. */
export async function purgeFailures(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from password_failure where until <= ${now}`);
}
