import type { Queries } from "./database.ts";
import { type Sql, sql } from "./sql.ts";

const setting = "integrity_damage";

/** The damage that a check or a statement of any process found in the database; undefined if there is none. */
export async function knownDamage(db: Queries): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`select value from setting where name = ${setting}`))?.value;
}

/** Stores what a check found; an empty text means that it found nothing. */
export async function storeDamage(db: Queries, findings: string): Promise<void> {
  if (findings === "") await db.run(sql`delete from setting where name = ${setting}`);
  else
    await db.run(sql`
      insert into setting (name, value) values (${setting}, ${findings})
      on conflict (name) do update set value = excluded.value`);
}

/** The statement that stores damage met by another statement; findings of a check are more exact, and stay. */
export const damageMet = (reason: string): Sql =>
  sql`insert into setting (name, value) values (${setting}, ${reason}) on conflict (name) do nothing`;
