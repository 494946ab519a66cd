import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";

/** A record that an upstream sent, as lookups answer with it. */
export interface ReceivedRecord {
  /** The name of the source. */
  readonly source: string;
  /** Milliseconds UTC. */
  readonly received_at: number;
  readonly body: Uint8Array;
}

/** The record of a lookup's path that was received after a time. */
export function findReceived(
  db: Queries,
  api: string,
  path: string,
  after: number,
): Promise<ReceivedRecord | undefined> {
  return db.get<ReceivedRecord>(sql`
    select source, received_at, body from received_record
    where api_id = ${api} and path = ${path} and received_at > ${after}`);
}

/** Keeps the record of a lookup's path, in place of one that is older. */
export async function keepReceived(
  db: Queries,
  api: string,
  path: string,
  { source, received_at, body }: ReceivedRecord,
): Promise<void> {
  await db.run(sql`
    insert into received_record (api_id, path, source, received_at, body)
    values (${api}, ${path}, ${source}, ${received_at}, ${body})
    on conflict (api_id, path) do update set source = excluded.source, received_at = excluded.received_at,
      body = excluded.body`);
}

/** Deletes the records of an API that came from any source but one. */
export async function forgetReceived(
  tx: Queries,
  api: string,
  exceptSource: string | undefined,
): Promise<void> {
  await tx.run(sql`delete from received_record where api_id = ${api} and source <> ${exceptSource ?? ""}`);
}

const rowsPerStep = 200;

/** Deletes the records whose path or content matches, and resolves to their number. `dryRun` only counts. */
export async function eraseReceived(db: Queries, pattern: RegExp, dryRun: boolean): Promise<number> {
  let erased = 0;
  let last = { api_id: "", path: "" };
  for (;;) {
    const rows = await db.all<{ api_id: string; path: string; body: Uint8Array }>(sql`
      select api_id, path, body from received_record
      where api_id > ${last.api_id} or (api_id = ${last.api_id} and path > ${last.path})
      order by api_id, path limit ${rowsPerStep}`);
    for (const { api_id, path, body } of rows) {
      if (!pattern.test(path) && !pattern.test(Buffer.from(body).toString())) continue;
      erased += 1;
      if (!dryRun) await db.run(sql`delete from received_record where api_id = ${api_id} and path = ${path}`);
    }
    const end = rows.at(-1);
    if (!end) return erased;
    last = end;
  }
}
