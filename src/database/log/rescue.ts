import { closeSync, existsSync, openSync, renameSync, statSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import { syncPath } from "../../base/data-folder.ts";
import { logFile } from "./broken-logs.ts";

const checkMs = 1000;
/** A disk that was full may have space then. */
const againMs = 5000;

/** The copy of what a service saw when its files were replaced. */
export const rescuedFile = (file: string): string => `${file}.rescued`;

const partialFile = (file: string): string => `${rescuedFile(file)}.partial`;

/** Whether a process writes the data that it reads from a database, or has written it. */
export function rescueState(file: string): "begun" | "done" | undefined {
  if (existsSync(rescuedFile(file))) return "done";
  return existsSync(partialFile(file)) ? "begun" : undefined;
}

/** What to do before the database is opened again; undefined if no process has rescued it. */
export function rescueChoice(file: string): string | undefined {
  const rescued = rescuedFile(file);
  const state = rescueState(file);
  if (state === "begun")
    return `the copy ${partialFile(file)} has not ended: wait while a service writes it; if none does, delete it`;
  if (state === undefined) return undefined;
  const others = [file, logFile(file), `${file}-shm`].map((path) => `mv "${path}" "${path}.other"`);
  return (
    `${file} or its log was replaced while a service ran. ${rescued} has what the service saw, ${file} what other programs see. ` +
    `Choose one. To continue with what the service saw, run ${others.join("; ")}; mv "${rescued}" "${file}". ` +
    `To continue with the other, run mv "${rescued}" "${rescued}.unused"`
  );
}

/** Device and inode of each file that SQLite has open: it keeps all three until the last connection closes. */
function placesOf(file: string): string {
  const stats = [file, logFile(file), `${file}-shm`].map((path) => statSync(path, { throwIfNoEntry: false }));
  return stats.map((stat) => stat && `${stat.dev}:${stat.ino}`).join();
}

function isOther(file: string, places: string): boolean {
  try {
    return placesOf(file) !== places;
  } catch {
    // The folder cannot be read now.
    return false;
  }
}

/** What a process found when its files had been replaced. */
export interface Replaced {
  /** The copy that this process has made; undefined if another one makes it. */
  readonly rescued?: string;
  /** Why no copy can be made; it is tried again. */
  readonly error?: unknown;
}

/**
 * Checks each second, by path, whether the files of open connections are still those that other programs open: a
 * file that was deleted still takes writes, which no program reads again. If not, `copy` writes what the connections
 * read into an empty file, and `replaced` ends the process. Nothing else runs in this thread from then on. Returns a
 * function that checks a last time.
 */
export function guardFiles(
  file: string,
  copy: (target: string) => void,
  replaced: (found: Replaced) => void,
): () => void {
  const places = placesOf(file);
  const checkFiles = () => {
    const isReplaced = isOther(file, places);
    if (!isReplaced && rescueState(file) === undefined) return;
    clearInterval(timer);
    if (isReplaced) rescue(file, copy, replaced);
    else replaced({});
  };
  const timer = setInterval(checkFiles, checkMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    checkFiles();
  };
}

/** Makes the copy, in one of all processes that have the database open. */
function rescue(file: string, copy: (target: string) => void, replaced: (found: Replaced) => void): void {
  const [rescued, partial] = [rescuedFile(file), partialFile(file)];
  let isOurs = false;
  let isDone = existsSync(rescued);
  while (!isDone) {
    try {
      // It stays while the copy is tried again, and keeps every other process from opening the database.
      if (isOurs) truncateSync(partial);
      else closeSync(openSync(partial, "wx", 0o600));
      isOurs = true;
      copy(partial);
      syncPath(partial);
      renameSync(partial, rescued);
      syncPath(dirname(rescued));
      isDone = true;
    } catch (error) {
      const isOthers = !isOurs && (error as NodeJS.ErrnoException).code === "EEXIST";
      isDone = isOthers || existsSync(rescued);
      if (isDone) continue;
      replaced({ error });
      Bun.sleepSync(againMs);
    }
  }
  replaced(isOurs ? { rescued } : {});
}
