import { readFileSync } from "node:fs";
import { join } from "node:path";
import { digestToken } from "../../../src/access/tokens.ts";
import type { Database, Queries } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import { type Decided, readEntries } from "../../../src/decisions/entries.ts";
import { decisionsFolder, logIds } from "../../../src/decisions/log-file.ts";
import { Unopened } from "../../../src/decisions/replay.ts";
import type { Change } from "./changes.ts";
import type { Started } from "./start-on.ts";

type Holds = Decided & { readonly at: number };

/** Thrown to undo what a replay has changed. */
class Undone extends Error {}

/** Compares the decision logs with the database after a start, and with what an operator was answered. */
export async function decisionFaults(started: Started, changes: readonly Change[]): Promise<string[]> {
  const decided = decisionsOf(decisionsFolder(started.config), started.kinds);
  const faults: string[] = [];
  for (const one of decided)
    if (!(await holds(started, one))) faults.push(`the database lacks a decision of the log: ${one.kind}`);
  const ended = new Set(decided.filter(({ kind }) => kind === "key").flatMap(({ data }) => keysOf(data)));
  const lost = changes.filter((one) => one.kind === "deleted" && !ended.has(digestToken(one.key)));
  if (lost.length > 0) faults.push(`the decision log lacks ${lost.length} answered decisions`);
  const published = changes.filter(({ kind }) => kind === "published").length;
  const issued = decided.filter(({ kind }) => kind === "terms").length;
  if (issued < published) faults.push(`the decision log lacks ${published - issued} published terms`);
  return faults;
}

const keysOf = (data: unknown): readonly string[] =>
  (data as { readonly rows: readonly (readonly string[])[] }).rows.map(([digest]) => digest!);

/** The decisions that hold by the logs: those neither rolled back nor freed. */
function decisionsOf(folder: string, kinds: Started["kinds"]): Holds[] {
  return logIds(folder).flatMap((id) => {
    const { entries } = readEntries(readFileSync(join(folder, `${id}.log`), "utf8"));
    const ended = new Map<number, "void" | "freed">();
    for (const { content } of entries)
      if ("void" in content) ended.set(content.void, "void");
      else if ("freed" in content) ended.set(content.freed, "freed");
    return entries.flatMap(({ number, content }) =>
      "decisions" in content && ended.get(number) !== "void"
        ? content.decisions
            .filter(({ kind }) => !ended.has(number) || kinds.get(kind)?.unconfirmed !== "free")
            .map((one) => ({ ...one, at: content.at }))
        : [],
    );
  });
}

/** Whether the database has a decision: making it again changes nothing. */
async function holds({ database, kinds, vault }: Started, { kind, data, at }: Holds): Promise<boolean> {
  if (kind === "subscription") return await hasEnded(database, data as { id: string });
  const found = kinds.get(kind);
  if (!found) return false;
  let changed = 0;
  const open = (sealed: string, context: string) => {
    try {
      return vault.open(Buffer.from(sealed, "base64"), context);
    } catch (error) {
      throw new Unopened((error as Error).message);
    }
  };
  const replay = async (tx: Queries) => {
    changed = await found.replay(tx, data, { at, open });
    throw new Undone();
  };
  await database.transaction(replay).catch((error) => {
    // Sealed before a rotation of the master key: what it issued is compared by itself.
    if (!(error instanceof Undone || error instanceof Unopened)) throw error;
  });
  return changed === 0;
}

/** Features end with a subscription, so that a replay leaves it to the rest of the start. */
async function hasEnded(db: Database, { id }: { readonly id: string }): Promise<boolean> {
  const row = await db.get<{ deleted_at: number | null }>(sql`
    select deleted_at from subscription where id = ${id}`);
  if (!row || row.deleted_at !== null) return true;
  const waiting = await db.all<{ value: string }>(
    sql`select value from setting where name like 'replay/subscription/%'`,
  );
  return waiting.some(({ value }) => (JSON.parse(value) as { data: { id: string } }).data.id === id);
}
