import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { syncPath } from "../../base/data-folder.ts";
import { type FileLock, lockFile } from "../../base/program/file-lock.ts";
import type { JournalSync } from "./journal-disk.ts";

/** The directory of one journal, locked by the holder of this object. */
export interface JournalDirectory {
  readonly id: string;
  readonly path: string;
  /** Device and inode of its header: a copy of the directory has others. */
  readonly place: string;
  readonly lock: FileLock;
}

const idPattern = /^[0-9a-f]{32}$/;
const headerFile = "journal";
const attemptsMax = 10;

/** The folder of all journals under a data directory. */
export const journalsFolder = (dataDir: string): string => join(dataDir, "journal");

/**
 * The forms of a journal. In the first, damage is damage. In the second, sync records name what the disk had, so that
 * what a power loss leaves is known. This release leaves the journals of later forms alone.
 */
export type JournalForm = "first" | "synced" | "later";

/** Creates the directory of a new journal, named by 128 random bits. */
export function createJournalDirectory(folder: string, sync: JournalSync = "never"): JournalDirectory {
  for (let attempt = 1; ; attempt++) {
    const id = randomBytes(16).toString("hex");
    const path = join(folder, id);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = lockFile(join(path, "lock"));
    // Recovery may have found it a moment before; it removes the directory, which is empty.
    if (!lock && attempt < attemptsMax) continue;
    if (!lock) throw new Error(`${path} cannot be locked`);
    try {
      writeHeader(join(path, headerFile), `vingate journal ${id}${sync === "never" ? "" : " form 2"}\n`);
      syncPath(path);
      syncPath(folder);
      // Which the first journal has made.
      syncPath(dirname(folder));
      return { id, path, place: placeOf(path)!, lock };
    } catch (error) {
      lock.release();
      rmSync(path, { recursive: true, force: true });
      throw error;
    }
  }
}

function writeHeader(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The form of the journal in a directory. Without a readable header it is taken for the first: nothing is repaired alone. */
export function journalForm(path: string): JournalForm {
  let text = "";
  try {
    text = readFileSync(join(path, headerFile), "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const form = Number(/^vingate journal [0-9a-f]{32} form (\d+)\n$/.exec(text)?.[1] ?? 1);
  if (form > 2) return "later";
  return form === 2 ? "synced" : "first";
}

function placeOf(path: string): string | undefined {
  const stat = statSync(join(path, headerFile), { throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}

export function journalIds(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => idPattern.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Locks the directory of a journal that no process holds. Undefined if a process holds it, or if it is empty.
 */
export function takeJournalDirectory(folder: string, id: string): JournalDirectory | undefined {
  const path = join(folder, id);
  const lock = lockFile(join(path, "lock"));
  if (!lock) return undefined;
  const place = placeOf(path);
  if (place !== undefined) return { id, path, place, lock };
  // Its process died before it wrote the header.
  lock.release();
  rmSync(path, { recursive: true, force: true });
  return undefined;
}

/** Removes a journal's directory permanently, and releases its lock. */
export function removeJournalDirectory(directory: JournalDirectory): void {
  directory.lock.release();
  rmSync(directory.path, { recursive: true, force: true });
}
