import type { Database } from "../../database/database.ts";
import { join, sql } from "../../database/sql.ts";
import { type ChunkRow, decodeCallers, decodeLabels, encodeLabels } from "./chunk-codec.ts";
import { andKey, makeChunkFilter } from "./chunk-filter.ts";

type LabeledChunk = Omit<ChunkRow, "first_at" | "entries">;

const chunksAtOnce = 200;

/** Removes a user's addresses from the request log. One transaction for all chunks would delay charging. */
export async function blankAddresses(db: Database, userId: string): Promise<void> {
  let after: LabeledChunk | undefined;
  const own = await makeChunkFilter(db, { userIds: [userId] }, { from: 0, to: Number.MAX_SAFE_INTEGER });
  do {
    const chunks: LabeledChunk[] = await db.all(sql`
      select last_at, journal_id, first_seq, callers, labels from request_chunk
      where ${join(own.conditions, " and ")} ${andKey(">", after)}
      order by last_at, journal_id, first_seq limit ${chunksAtOnce}`);
    const blanked = chunks.flatMap((chunk) => {
      const labels = blank(chunk, userId);
      return labels === chunk.labels ? [] : [{ ...chunk, labels }];
    });
    if (blanked.length > 0) await updateLabels(db, blanked);
    after = chunks.length < chunksAtOnce ? undefined : chunks.at(-1);
  } while (after);
}

// Nothing else changes a chunk once it is written.
function updateLabels(db: Database, chunks: readonly LabeledChunk[]): Promise<void> {
  return db.transaction(
    async (tx) => {
      for (const { last_at, journal_id, first_seq, labels } of chunks)
        await tx.run(sql`
          update request_chunk set labels = ${labels}
          where last_at = ${last_at} and journal_id = ${journal_id} and first_seq = ${first_seq}`);
    },
    { repeatable: true },
  );
}

function blank(chunk: LabeledChunk, userId: string): string {
  const callers = decodeCallers(chunk);
  const blanked = decodeLabels(chunk).map((labels) =>
    callers[labels.caller]!.userId === userId ? { ...labels, address: "" } : labels,
  );
  return encodeLabels(blanked);
}
