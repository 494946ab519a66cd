import type { Database } from "../../database/database.ts";
import { join, sql } from "../../database/sql.ts";
import { runQueued } from "../usage/usage-read.ts";
import type { ChunkRow } from "./chunk-codec.ts";
import type { ChunkKey } from "./chunk-filter.ts";

/** Reads whole chunks, some dozens at once, in any order. */
export function readChunks(db: Database, keys: readonly ChunkKey[]): Promise<ChunkRow[]> {
  const conditions = keys.map(
    (key) =>
      sql`(last_at = ${key.last_at} and journal_id = ${key.journal_id} and first_seq = ${key.first_seq})`,
  );
  return runQueued(db, () =>
    db.all<ChunkRow>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
      where ${join(conditions, " or ")}`),
  );
}
