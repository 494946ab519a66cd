import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { CallStore } from "./call-store.ts";

export type LogState = "ok" | "behind" | "unavailable";

const askedMs = 2000;
/** Applied calls are in ClickHouse within seconds. */
const behindMs = 30_000;

interface Seen {
  readonly loggedSeq: number;
  readonly at: number;
}

/** Reads whether ClickHouse answers, and whether a journal's calls have waited for it for half a minute. */
export function logState(db: Database, store: CallStore): () => Promise<LogState> {
  let seen = new Map<string, Seen>();
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  const answers = (): Promise<boolean> => {
    const now = performance.now();
    if (!asked || now - asked.at > askedMs) asked = { at: now, answer: store.answers().catch(() => false) };
    return asked.answer;
  };
  return async () => {
    const reachable = await answers();
    const waiting = await db.all<{ journal_id: string; logged_seq: number }>(sql`
      select journal_id, logged_seq from journal where logged_seq < applied_seq`);
    const now = performance.now();
    seen = new Map(
      waiting.map(({ journal_id: id, logged_seq: loggedSeq }) => {
        const before = seen.get(id);
        return [id, before?.loggedSeq === loggedSeq ? before : { loggedSeq, at: now }];
      }),
    );
    if (!reachable) return "unavailable";
    return [...seen.values()].some(({ at }) => now - at > behindMs) ? "behind" : "ok";
  };
}
