import { dayMs } from "../../base/durations.ts";
import type { UpstreamPolicy } from "../../calls/forwarding.ts";
import type { Database } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";

const rowsPerStep = 500;

/** Deletes received records that were kept long enough, or whose API no longer keeps any. */
export async function purgeReceived(database: Database, now: number): Promise<void> {
  const apis = await database.all<{ id: string; upstream: string | null }>(sql`
    select r.api_id as id, max(a.upstream) as upstream
    from received_record r left join api a on a.id = r.api_id group by r.api_id`);
  for (const { id, upstream } of apis) {
    const days = upstream === null ? null : (JSON.parse(upstream) as UpstreamPolicy).keep_days;
    await purgeApi(database, id, days === null ? now : now - days * dayMs);
  }
}

/** Deletes the records of an API that came until a time, in steps. */
async function purgeApi(database: Database, api: string, until: number): Promise<void> {
  for (;;) {
    const old = await database.all<{ path: string }>(sql`
      select path from received_record where api_id = ${api} and received_at <= ${until} limit ${rowsPerStep}`);
    if (old.length === 0) return;
    const paths = list(old.map(({ path }) => path));
    await database.run(sql`
      delete from received_record where api_id = ${api} and received_at <= ${until} and path in (${paths})`);
  }
}
