import { minuteMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import type { ShutdownReason } from "./shutdown-reason.ts";

const everyMs = 5000;
const noteMs = minuteMs;

/**
 * Compares the database with the decision log every five seconds, and notes each minute which calls are applied. Resolves when the
 * database went back: the next start makes the decisions again.
 */
export function watchDatabase(context: Context): { readonly left: Promise<ShutdownReason>; end(): void } {
  const { database, decisions, log, metering } = context;
  const left = Promise.withResolvers<ShutdownReason>();
  let noted = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  const checkEpoch = async () => {
    if (await decisions.isLeft(database)) {
      log.error("the database went back; the next start completes it");
      left.resolve({ reason: "the database went back", code: 1 });
      return;
    }
    const id = metering.journalId;
    if (id === undefined || performance.now() - notedAt < noteMs) return;
    notedAt = performance.now();
    const row = await database.get<{ applied_seq: number }>(
      sql`select applied_seq from journal where journal_id = ${id}`,
    );
    const applied = row?.applied_seq ?? 0;
    if (applied <= noted) return;
    noted = applied;
    await decisions.noteApplied({ [id]: applied });
  };
  // The database is unreachable, or the disk is full: both are reported elsewhere.
  const timer = setInterval(() => void checkEpoch().catch(() => undefined), everyMs);
  return { left: left.promise, end: () => clearInterval(timer) };
}
