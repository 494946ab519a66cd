import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  fsyncSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { OperatorError } from "./operator-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its parent folder cannot contain folders",
  EACCES: "this user cannot write to it",
  EPERM: "this user cannot write to it",
  EROFS: "the file system is read-only",
  EEXIST: "a file has this name",
  ENOTDIR: "part of its path is a file",
  ENOSPC: "the disk is full",
};

/** Creates the data folder if it is missing, accessible to its owner only. Throws `OperatorError`. */
export function ensureDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `VINGATE_DATA_DIR ${path} cannot be used: ${reasons[code] ?? message}. Set it to a folder that this user can write to`,
    );
  }
}

/** Waits until the disk has a file, or a folder's entries. Not for an SQLite file that this process has open. */
export function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a text at the end of a file, which is created if it is missing, and waits until the disk has it. */
export function appendSynced(path: string, text: string): void {
  const handle = openSync(path, "a", 0o600);
  try {
    appendFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Creates a file that is whole as soon as it has its name. False if the name exists. */
export function createWhole(path: string, text: string): boolean {
  const unnamed = `${path}.${crypto.randomUUID()}`;
  try {
    appendSynced(unnamed, text);
    // Unlike a rename it fails if the name exists.
    linkSync(unnamed, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(unnamed, { force: true });
  }
}

/** A file or folder in the data folder that belongs to another user than the folder; undefined if there is none. */
export function findForeign(path: string): string | undefined {
  const owner = statSync(path).uid;
  for (const entry of entriesOf(path)) if (lstatSync(entry).uid !== owner) return entry;
  return undefined;
}

/**
 * Gives what root has made in a data folder to the folder's owner: a service that runs as that user could not use it.
 * Does nothing for another user, or without a folder.
 */
export function leaveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = statSync(path, { throwIfNoEntry: false });
  if (!folder?.isDirectory() || folder.uid === 0) return;
  for (const entry of entriesOf(path))
    if (lstatSync(entry).uid === 0) lchownSync(entry, folder.uid, folder.gid);
}

/** What is in a data folder, and in its folders; links are not followed. */
function entriesOf(path: string): string[] {
  return readdirSync(path, { recursive: true }).map((name) => join(path, String(name)));
}
