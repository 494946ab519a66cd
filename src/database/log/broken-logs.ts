import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { lockHolders } from "./lock-holders.ts";
import { readLog } from "./read-log.ts";

/** The write-ahead log of an SQLite file. */
export const logFile = (file: string): string => `${file}-wal`;

const brokenName = (file: string, salts: string) => `${logFile(file)}.broken-${salts}`;

/**
 * Copies the log of an SQLite file aside if it has committed transactions behind a broken frame: the first connection
 * will drop them in silence. Must be called before it.
 */
export function keepBrokenLog(file: string): void {
  const log = logFile(file);
  // Another thread of this process has it open, and has looked before.
  if (lockHolders(file).includes(process.pid)) return;
  const frames = readLog(log);
  const kept = brokenName(file, frames.salts);
  if (frames.dropped === 0 || existsSync(kept)) return;
  // While another process writes, a frame is read that is not yet whole, or the log begins again.
  const reread = readLog(log);
  if (reread.salts !== frames.salts || reread.dropped !== frames.dropped) return;
  const partial = `${kept}.${process.pid}.partial`;
  try {
    copyFileSync(log, partial, constants.COPYFILE_EXCL);
    renameSync(partial, kept);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** The logs that were copied aside. */
export function brokenLogs(file: string): string[] {
  const [folder, start] = [dirname(file), basename(brokenName(file, ""))];
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(start) && !name.endsWith(".partial"));
  return names.map((name) => join(folder, name));
}
