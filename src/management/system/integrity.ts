import { dayMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { checkIntegrity, databaseFile } from "../../database/integrity.ts";
import { sql } from "../../database/sql.ts";

const checkedAt = "integrity_checked_at";
const damage = "integrity_damage";

/** The damage found by the last check of the database; undefined if there was none. */
export async function knownDamage(db: Queries): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`select value from setting where name = ${damage}`))?.value;
}

/** Checks the whole database once a day, on whichever node comes first, and stores the result for all. */
export async function checkDaily({ config, database, clock, log }: Context): Promise<void> {
  // PostgreSQL checks its pages as it reads them.
  if (database.dialect === "postgres") return;
  const now = clock();
  // Known damage is rechecked every time, since it may have been repaired.
  const restMs = (await knownDamage(database)) === undefined ? dayMs : 0;
  const claimed = await database.run(sql`
    insert into setting (name, value) values (${checkedAt}, ${String(now)})
    on conflict (name) do update set value = excluded.value
    where cast(setting.value as bigint) <= ${now - restMs}`);
  if (claimed === 0) return;
  const findings = await checkIntegrity(databaseFile(config.dataDir));
  if (findings.length === 0) {
    await database.run(sql`delete from setting where name = ${damage}`);
    return;
  }
  log.error(
    "the database is damaged; restore it from a backup, or recover what can be read with sqlite3 .recover",
    {
      findings: findings.join("; "),
    },
  );
  await database.run(sql`
    insert into setting (name, value) values (${damage}, ${findings.join("\n")})
    on conflict (name) do update set value = excluded.value`);
}
