import { purgeAudit } from "../access/audit.ts";
import { purgeIdempotent } from "../access/idempotency.ts";
import { purgeChanges } from "../access/keys/changes.ts";
import { purgeRequestLog } from "../access/usage-purge.ts";
import type { App } from "../app.ts";
import { errorFields } from "../base/log.ts";
import { sql } from "../database/sql.ts";
import { blankLateAddresses } from "./user-deletion.ts";

const everyMs = 10 * 60_000;
// A credential that ended is kept for a while: its line in the audit log may be asked about.
const endedTokensKeptMs = 7 * 86_400_000;

/** Drops what has been kept long enough. Every node may do it at any time. */
export async function tidyUp(app: App): Promise<void> {
  const now = app.clock();
  const { requestLogDays: days, requestLogMax: rowsMax } = app.config;
  await purgeRequestLog(app.database, now, { days, rowsMax });
  await purgeAudit(app.database, now);
  await purgeIdempotent(app.database, now);
  await purgeChanges(app.database);
  await blankLateAddresses(app.database, now);
  await app.database.run(
    sql`delete from access_token where expires_at is not null and expires_at <= ${now - endedTokensKeptMs}`,
  );
}

/** Tidies every ten minutes until the function it returns is called. */
export function startHousekeeping(app: App): () => void {
  const timer = setInterval(() => {
    tidyUp(app).catch((error) => app.log.warn("housekeeping will be tried again", errorFields(error)));
  }, everyMs);
  return () => clearInterval(timer);
}
