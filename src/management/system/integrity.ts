import { dayMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { checkIntegrity, databaseFile } from "../../database/integrity.ts";
import { sql } from "../../database/sql.ts";

const checkedAt = "integrity_checked_at";
const damage = "integrity_damage";

/** What the last check of the database found damaged; undefined where it found nothing. */
export async function knownDamage(db: Queries): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`select value from setting where name = ${damage}`))?.value;
}

/** Looks through the whole database once a day, by whichever node comes first, and keeps what it finds for all. */
export async function checkDaily({ config, database, clock, log }: Context): Promise<void> {
  // PostgreSQL checks its pages as it reads them.
  if (database.dialect === "postgres") return;
  const now = clock();
  // What was damaged may have been restored since: nobody shall wait a day to be told.
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
