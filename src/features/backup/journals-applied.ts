import { existsSync } from "node:fs";
import { join } from "node:path";
import { minuteMs } from "../../base/durations.ts";
import type { Log } from "../../base/log.ts";
import { OperatorError } from "../../base/operator-error.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Config } from "../../config.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { aliveMs } from "../../management/system/node-heartbeat.ts";
import { Recovery } from "../../metering/apply/recovery.ts";
import { journalIds, journalsFolder } from "../../metering/journal/journal-directory.ts";
import { readBehind } from "../../metering/journal/journal-files.ts";
import { findJournals } from "../../metering/sharing/journal-rows.ts";

const everyMs = 200;
const looksPerRecovery = 10;
const waitMs = 2 * minuteMs;

interface NodeRow {
  readonly instance: string;
  readonly name: string;
  readonly journal_id: string;
  readonly seen_at: number;
  readonly waiting_calls: number;
  readonly silent_ms: number;
}

/** Where the journals are, and whether the database keeps their single calls. */
export type WaitConfig = Pick<Config, "dataDir" | "callSink">;

/**
 * Waits until the database has every call that any node had answered when this was called. Calls of ended processes
 * of this folder are applied here. Resolves to warnings: what cannot be waited for.
 */
export async function waitUntilApplied(db: Database, config: WaitConfig, log: Log): Promise<string[]> {
  const folder = journalsFolder(config.dataDir);
  const until = performance.now() + waitMs;
  const warnings: string[] = [];
  const own = await ownJournals(db, folder, warnings);
  const others = await otherNodes(db, new Set(journalIds(folder)));
  const timing = systemTiming;
  const recovery = new Recovery(db, folder, { timing, log, elsewhere: config.callSink !== undefined });
  for (let attempt = 0; ; attempt++) {
    // A process of this folder may have ended a moment ago.
    if (attempt % looksPerRecovery === 0) await recovery.pass();
    await dropApplied(db, own);
    await dropPassed(db, others, warnings);
    if (own.size === 0 && others.size === 0) return warnings;
    if (performance.now() > until && own.size === 0 && [...others.values()].every(({ silent }) => silent))
      return [...warnings, ...[...others.values()].map(silentWarning)];
    if (performance.now() > until)
      throw new OperatorError(
        `calls of ${own.size + others.size} journals were not applied to the database within two minutes: ` +
          "vingate journals shows them, and the service's log has the reason",
      );
    await Bun.sleep(everyMs);
  }
}

/** The last calls in the files of this folder, by journal, as far as the database lacks them. */
async function ownJournals(db: Database, folder: string, warnings: string[]): Promise<Map<string, number>> {
  const ids = journalIds(folder).filter((id) => existsSync(join(folder, id, "journal")));
  const rows = await findJournals(db, ids);
  const last = new Map<string, number>();
  for (const id of ids) {
    const applied = rows.get(id)?.applied_seq ?? 0;
    const { unapplied, end } = readBehind(join(folder, id), id, applied);
    if (end.kind === "damaged")
      warnings.push(
        `journal ${id} is damaged: calls after the damage are missing; vingate journals repair ${id.slice(0, 8)}`,
      );
    if (end.kind === "later")
      warnings.push(`a later release wrote journal ${id}: what it has not applied is missing`);
    if (unapplied > 0) last.set(id, applied + unapplied);
  }
  return last;
}

async function dropApplied(db: Database, own: Map<string, number>): Promise<void> {
  const rows = await findJournals(db, [...own.keys()]);
  for (const [id, last] of own) if ((rows.get(id)?.applied_seq ?? 0) >= last) own.delete(id);
}

interface Other {
  readonly name: string;
  readonly journalId: string;
  seenAt: number;
  silent: boolean;
  /** The first one since may have been on its way at the moment. */
  heartbeats: number;
  /** The seq up to which its calls must be applied, once a later heartbeat has stated them. */
  last?: number;
}

async function otherNodes(db: Database, here: ReadonlySet<string>): Promise<Map<string, Other>> {
  const others = new Map<string, Other>();
  for (const row of await readNodes(db))
    if (!here.has(row.journal_id) && row.silent_ms < aliveMs)
      others.set(row.instance, {
        name: row.name,
        journalId: row.journal_id,
        seenAt: row.seen_at,
        silent: false,
        heartbeats: 0,
      });
  return others;
}

function readNodes(db: Database): Promise<NodeRow[]> {
  return db.all<NodeRow>(sql`
    select instance, name, journal_id, seen_at, waiting_calls, ${databaseClock(db)} - seen_at as silent_ms from node`);
}

/**
 * A heartbeat after the moment states how many calls are not applied. The journal's applied seq, read after it,
 * plus that number is at least the last call that the node had answered then. If a node has ended, the next process
 * in its folder applies and closes the journal.
 */
async function dropPassed(db: Database, others: Map<string, Other>, warnings: string[]): Promise<void> {
  if (others.size === 0) return;
  const rows = new Map((await readNodes(db)).map((row) => [row.instance, row]));
  const ids = [...others.values(), ...[...rows.values()].map((row) => ({ journalId: row.journal_id }))];
  const journals = await findJournals(db, [...new Set(ids.map(({ journalId }) => journalId))]);
  for (const [instance, other] of others) {
    const row = rows.get(instance);
    const state = journals.get(other.journalId)?.state;
    other.silent = !row || row.silent_ms >= aliveMs;
    if (state === "closed") others.delete(instance);
    else if (other.silent && state !== "open") {
      others.delete(instance);
      warnings.push(silentWarning(other));
    } else if (row && hasApplied(other, row, journals.get(row.journal_id)?.applied_seq ?? 0))
      others.delete(instance);
  }
}

const silentWarning = ({ name }: Other) =>
  `node ${name} does not report: calls that are only in its journal are missing`;

function hasApplied(other: Other, row: NodeRow, seq: number): boolean {
  if (row.seen_at > other.seenAt) other.heartbeats += 1;
  other.seenAt = row.seen_at;
  if (other.heartbeats < 2) return false;
  other.last ??= seq + row.waiting_calls;
  return row.waiting_calls === 0 || seq >= other.last;
}
