import { statSync } from "node:fs";
import { dayMs, minuteMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import { knownDamage, storeDamage } from "../../database/damage.ts";
import { checkIntegrity, databaseFile } from "../../database/integrity.ts";
import { sql } from "../../database/sql.ts";

const checkedAt = "integrity_checked_at";

/** A slow disk reads so much in a millisecond. */
const bytesPerMs = 100_000;
/** A check may read the disk for one part in so many of the time. */
const restPart = 100;
const restLeastMs = 10 * minuteMs;
/** How often it is looked whether a check is due. */
export const dueMs = restLeastMs / 2;

/** How long the pages of a file of this size are not checked again: ten minutes for 600 MB, a day for 86 GB. */
function restMs(sizeBytes: number): number {
  return Math.min(dayMs, Math.max(restLeastMs, (sizeBytes / bytesPerMs) * restPart));
}

/** Checks the whole database when it is due, on whichever node comes first, and stores the result for all. */
export async function checkPages({ config, database, clock, log }: Context): Promise<void> {
  // PostgreSQL checks its pages as it reads them.
  if (database.dialect === "postgres") return;
  const now = clock();
  const file = databaseFile(config.dataDir);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  // Known damage is rechecked every time, since it may have been repaired.
  const rest = (await knownDamage(database)) === undefined ? restMs(size) : 0;
  const claimed = await database.run(sql`
    insert into setting (name, value) values (${checkedAt}, ${String(now)})
    on conflict (name) do update set value = excluded.value
    where cast(setting.value as bigint) <= ${now - rest}`);
  if (claimed === 0) return;
  const findings = await checkIntegrity(file);
  if (findings.length > 0)
    log.error(
      "the database is damaged; restore it from a backup, or recover what can be read with sqlite3 .recover",
      { findings: findings.join("; ") },
    );
  await storeDamage(database, findings.join("\n"));
}
