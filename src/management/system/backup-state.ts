import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { hourMs, minuteMs } from "../../base/durations.ts";
import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";

const dueAt = "backup_due_at";
const begunAt = "backup_begun_at";
const lastOne = "backup_last";
const fault = "backup_fault";
const drill = "backup_drill";
const drillFault = "backup_drill_fault";

/** Settings about the backups of this database, which no backup contains. */
export const backupSettings = [dueAt, begunAt, lastOne, fault, drill, drillFault] as const;

/** A backup that fails, or whose process ends, is tried again after this time. */
const retryMs = 10 * minuteMs;
/** A backup may take a while, and wait for a retry. */
const lateMs = hourMs;

export interface LastBackup {
  /** Milliseconds UTC: all calls answered before are in it. */
  readonly at: number;
  readonly file: string;
  readonly bytes: number;
  readonly seconds: number;
}

/** True for one node when a scheduled backup is due. It then has ten minutes, or until it renews that. */
export async function claimBackup(db: Queries, now: number): Promise<boolean> {
  const claimed = await db.run(sql`
    insert into setting (name, value) values (${dueAt}, ${String(now + retryMs)})
    on conflict (name) do update set value = excluded.value where cast(setting.value as bigint) <= ${now}`);
  if (claimed > 0) await put(db, begunAt, String(now));
  return claimed > 0;
}

/** Stores that the node which has claimed it makes no backup any more. */
export async function endBackup(db: Queries): Promise<void> {
  await db.run(sql`delete from setting where name = ${begunAt}`);
}

export async function renewBackupClaim(db: Queries, now: number): Promise<void> {
  await db.run(sql`update setting set value = ${String(now + retryMs)} where name = ${dueAt}`);
}

/** Stores when the next scheduled backup is due. */
export async function scheduleBackup(db: Queries, at: number): Promise<void> {
  await db.run(sql`update setting set value = ${String(at)} where name = ${dueAt}`);
}

/** Makes the next backup due. One that is being made is not made twice: its process renews its claim. */
export async function requestBackup(db: Queries, now: number): Promise<void> {
  await put(db, dueAt, String(now));
}

/** Stores that a backup was made, by the schedule or by the command. */
export async function storeBackup(db: Queries, backup: LastBackup): Promise<void> {
  await db.run(sql`delete from setting where name = ${fault}`);
  await put(db, lastOne, JSON.stringify(backup));
}

/** Stores why a scheduled backup was not made. */
export const storeBackupFault = (db: Queries, error: string): Promise<void> => put(db, fault, error);

/** A backup that was restored to try it. */
interface Drill {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly file: string;
}

/** Stores that a restored backup agreed. */
export async function storeDrill(db: Queries, done: Drill): Promise<void> {
  await db.run(sql`delete from setting where name = ${drillFault}`);
  await put(db, drill, JSON.stringify(done));
}

/** Stores why a backup could not be restored, or did not agree. */
export const storeDrillFault = (db: Queries, error: string): Promise<void> => put(db, drillFault, error);

async function put(db: Queries, name: string, value: string): Promise<void> {
  await db.run(sql`
    insert into setting (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`);
}

/** The backups as operators see them. */
export const Backups = z
  .object({
    state: z
      .enum(["off", "waiting", "ok", "late", "failed"])
      .describe(
        "`off` if the responding node has no VINGATE_BACKUP_DIR, `waiting` before the first, `late` an hour after the next was due, `failed` if the last scheduled one was not made.",
      ),
    folder: z.string().nullable().describe("VINGATE_BACKUP_DIR of the responding node; null if not set."),
    every_hours: z.int().describe("The hours between scheduled backups."),
    keep: z.int().describe("The number of scheduled backups that are kept."),
    last: z
      .object({
        at: z.iso.datetime().describe("Its moment: all calls that were answered before are in it."),
        file: z.string().describe("Its file."),
        bytes: z.int().describe("The size of the file in bytes."),
        seconds: z.number().describe("How long it took."),
      })
      .nullable()
      .describe("The last backup, scheduled or by command; null if there was none."),
    drill: z
      .object({
        at: z.iso.datetime().describe("When it was restored."),
        file: z.string().describe("Its file."),
      })
      .nullable()
      .describe("The last scheduled backup that was restored to try it, and agreed; null if there was none."),
    drill_error: z
      .string()
      .nullable()
      .describe("Why the last backup that was tried could not be restored; null if it could."),
    running_since: z.iso
      .datetime()
      .nullable()
      .describe("Since when a node makes one; null if none is being made."),
    error: z.string().nullable().describe("Why the last scheduled backup was not made; null if it was."),
  })
  .meta({ id: "Backups" });

/** The backups' state, for the settings of the responding node. */
export async function readBackups(
  db: Queries,
  { backupDir, backupHours, backupKeep }: Pick<Config, "backupDir" | "backupHours" | "backupKeep">,
  now: number,
): Promise<z.output<typeof Backups>> {
  const rows = await db.all<{ name: string; value: string }>(
    sql`select name, value from setting where name in (${list([dueAt, begunAt, lastOne, fault, drill, drillFault])})`,
  );
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const text = stored.get(lastOne);
  const last = text === undefined ? undefined : (JSON.parse(text) as LastBackup);
  const error = stored.get(fault) ?? null;
  const drilled = stored.get(drill);
  const tried = drilled === undefined ? undefined : (JSON.parse(drilled) as Drill);
  const begun = stored.get(begunAt);
  // Its node renews the claim; one that ended without a word does not.
  const claimed = Number(stored.get(dueAt) ?? 0) - now;
  const isRunning = begun !== undefined && claimed > 0 && claimed <= retryMs;
  const late = last !== undefined && now - last.at > backupHours * hourMs + lateMs;
  const scheduled = error !== null ? "failed" : last === undefined ? "waiting" : late ? "late" : "ok";
  return {
    state: backupDir === undefined ? "off" : scheduled,
    folder: backupDir ?? null,
    every_hours: backupHours,
    keep: backupKeep,
    last: last ? { ...last, at: isoTime(last.at) } : null,
    drill: tried ? { ...tried, at: isoTime(tried.at) } : null,
    drill_error: stored.get(drillFault) ?? null,
    running_since: isRunning ? isoTime(Number(begun)) : null,
    error,
  };
}
