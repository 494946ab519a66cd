import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { dayMs, hourMs, minuteMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import { programCommand } from "../../base/program/place.ts";
import type { Context } from "../../calls/context.ts";
import {
  claimBackup,
  endBackup,
  readBackups,
  renewBackupClaim,
  scheduleBackup,
  storeBackupFault,
  storeDrill,
  storeDrillFault,
} from "../../management/system/backup-state.ts";
import type { Opened } from "../../running/opened.ts";
import { drillFolderStart, isScheduled, nameAt, outdated } from "./retention.ts";
import { backupSettings } from "./settings.ts";
import { partialEnd } from "./write-backup.ts";

/** Makes a backup into a file. Rejects with the reason, in a sentence. */
export type MakeBackup = (file: string, signal: AbortSignal) => Promise<void>;

/** Restores a backup to try it. Rejects with the reason, in a sentence. */
export type TryBackup = MakeBackup;

const abandonedMs = hourMs;
/** Runs the operator's command after a backup. Rejects with what it printed last. */
async function runAfter(command: string, file: string, signal: AbortSignal): Promise<void> {
  const child = Bun.spawn(["sh", "-c", command], {
    env: { ...process.env, VINGATE_BACKUP_FILE: file },
    stdio: ["ignore", "ignore", "pipe"],
    signal,
  });
  const errors = await new Response(child.stderr).text();
  const code = await child.exited;
  if (code !== 0)
    throw new Error(
      `VINGATE_BACKUP_COMMAND ended with ${code}: ${errors.trim().split("\n").at(-1) || "it printed nothing"}`,
    );
}

/**
 * Makes a backup if one is due and no other node makes it, deletes those beyond the number to keep, and tries it if the
 * last one was tried long ago.
 */
export async function backUpWhenDue(
  context: Context,
  make: MakeBackup,
  attempt: TryBackup = drillCommand,
): Promise<void> {
  const { config, database, clock, log, process: own } = context;
  const { backupDir: folder, backupHours } = config;
  const { backupCommand } = backupSettings.of(config);
  if (folder === undefined || !(await claimBackup(database, clock()))) return;
  const begun = clock();
  const renewing = setInterval(() => {
    renewBackupClaim(database, clock()).catch(() => undefined);
  }, minuteMs);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeAbandoned(folder, begun);
    const file = join(folder, nameAt(begun));
    await make(file, own.stopping.signal);
    if (backupCommand !== undefined) await runAfter(backupCommand, file, own.stopping.signal);
    removeOld(folder, config);
    await scheduleBackup(database, begun + backupHours * hourMs);
    log.info("backup made", { file, bytes: statSync(file).size, ms: clock() - begun });
    await drillWhenDue(context, file, attempt);
  } catch (error) {
    if (own.stopping.signal.aborted) return;
    log.error("backup failed; it will be retried", errorFields(error));
    await storeBackupFault(database, (error as Error).message);
  } finally {
    clearInterval(renewing);
    // Without a database its claim runs out.
    await endBackup(database).catch(() => undefined);
  }
}

async function drillWhenDue(context: Context, file: string, attempt: TryBackup): Promise<void> {
  const { config, database, clock, log, process: own } = context;
  const days = backupSettings.of(config).backupDrillDays;
  if (days === 0) return;
  const begun = clock();
  const { drill } = await readBackups(database, config, begun);
  // Half an hour early, because a backup takes a while.
  if (drill && begun - Date.parse(drill.at) < days * dayMs - hourMs / 2) return;
  try {
    await attempt(file, own.stopping.signal);
    await storeDrill(database, { at: begun, file });
    log.info("backup restored to try it", { file, ms: clock() - begun });
  } catch (error) {
    if (own.stopping.signal.aborted) return;
    log.error("a backup cannot be restored", { file, ...errorFields(error) });
    await storeDrillFault(database, (error as Error).message);
  }
}

function removeOld(folder: string, config: Context["config"]): void {
  const { backupKeepDays, backupKeepWeeks, backupKeepMonths } = backupSettings.of(config);
  const retention = {
    newest: config.backupKeep,
    days: backupKeepDays,
    weeks: backupKeepWeeks,
    months: backupKeepMonths,
  };
  for (const name of outdated(readdirSync(folder), retention)) rmSync(join(folder, name), { force: true });
}

/** What processes left that were killed during a backup. */
function removeAbandoned(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const isPartial = name.endsWith(partialEnd) && isScheduled(name.slice(0, -partialEnd.length));
    if (!isPartial && !name.startsWith(drillFolderStart)) continue;
    const path = join(folder, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - changed > abandonedMs) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Runs `vingate backup` as a process of its own: this one would keep the memory that reading tables takes, and delay
 * its requests.
 */
const runCommand: MakeBackup = (file, signal) => runBackup([file], file, signal);

/** The same of a drill. */
const drillCommand: TryBackup = (file, signal) => runBackup(["--drill", file], file, signal);

async function runBackup(words: readonly string[], file: string, signal: AbortSignal): Promise<void> {
  const child = Bun.spawn(programCommand(["backup", ...words]), {
    stdio: ["ignore", "ignore", "pipe"],
    signal,
  });
  const errors = await new Response(child.stderr).text();
  const code = await child.exited;
  if (code !== 0 || !existsSync(file))
    throw new Error(
      errors
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/^vingate backup: /, "") || `exit code ${code}`,
    );
}

/** Looks every minute whether a backup is due, and when an operator requests one, if a folder is set. */
export class BackupSchedule implements Opened {
  readonly #context: Context;
  readonly #make: MakeBackup;
  #timer: Timer | undefined;
  #isRunning = false;

  constructor(context: Context, make = runCommand) {
    this.#context = context;
    this.#make = make;
  }

  start(): void {
    if (this.#context.config.backupDir === undefined) return;
    this.#backUpIfDue();
    this.#timer = setInterval(() => this.#backUpIfDue(), minuteMs);
  }

  changed(object: string | undefined): void {
    if (object === "/system" && this.#timer) this.#backUpIfDue();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #backUpIfDue(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    backUpWhenDue(this.#context, this.#make)
      // The database is unreachable.
      .catch((error) => this.#context.log.warn("cannot look whether a backup is due", errorFields(error)))
      .finally(() => {
        this.#isRunning = false;
      });
  }
}
