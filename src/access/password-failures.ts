import { hash } from "node:crypto";
import { minuteMs } from "../base/durations.ts";
import type { Queries } from "../database/database.ts";
import { list, sql } from "../database/sql.ts";

const windowMs = 15 * minuteMs;

/** A name under which failures are counted, and how many passwords may be checked in 15 minutes. */
export interface FailureCount {
  readonly name: string;
  readonly max: number;
}

// Names contain email addresses, which are only compared.
const digestOf = ({ name }: FailureCount) => hash("sha256", name, "hex");

/**
 * Counts a failure for all nodes before the password is checked, so that simultaneous guesses do not pass. Resolves to
 * undefined if the password may be checked, else to the first count that refuses it and the milliseconds to wait; then
 * the others count nothing.
 */
export async function countFailure(
  db: Queries,
  counts: readonly FailureCount[],
  now: number,
): Promise<{ count: FailureCount; waitMs: number } | undefined> {
  for (const [index, count] of counts.entries()) {
    const { failures, until } = await increase(db, count, now);
    if (failures <= count.max) continue;
    await uncountFailure(db, counts.slice(0, index));
    return { count, waitMs: until - now };
  }
  return undefined;
}

async function increase(db: Queries, count: FailureCount, now: number) {
  const until = now + windowMs;
  // A window that ends later than possible was written by a wrong clock.
  const over = sql`(password_failure.until <= ${now} or password_failure.until > ${until})`;
  const row = await db.get<{ failures: number; until: number }>(sql`
    insert into password_failure (name, failures, until) values (${digestOf(count)}, 1, ${until})
    on conflict (name) do update set
      failures = case when ${over} then 1 else password_failure.failures + 1 end,
      until = case when ${over} then excluded.until else password_failure.until end
    returning failures, until`);
  return row!;
}

/** How many more may fail before one of the counts refuses. */
export async function failuresLeft(
  db: Queries,
  counts: readonly FailureCount[],
  now: number,
): Promise<number> {
  const rows = await db.all<{ name: string; failures: number }>(sql`
    select name, failures from password_failure
    where until > ${now} and name in (${list(counts.map(digestOf))})`);
  const failures = new Map(rows.map((row) => [row.name, row.failures]));
  const left = counts.map((count) => count.max - (failures.get(digestOf(count)) ?? 0));
  return Math.max(0, Math.min(...left));
}

/** Removes a failure whose password was right or not checked. */
export async function uncountFailure(db: Queries, counts: readonly FailureCount[]): Promise<void> {
  if (counts.length === 0) return;
  await db.run(sql`
    update password_failure set failures = failures - 1
    where failures > 0 and name in (${list(counts.map(digestOf))})`);
}

/** Removes all failures of some counts after a correct password. */
export async function clearFailures(db: Queries, counts: readonly FailureCount[]): Promise<void> {
  await db.run(sql`delete from password_failure where name in (${list(counts.map(digestOf))})`);
}

/** Removes expired failures. */
export async function purgeFailures(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from password_failure where until <= ${now}`);
}
