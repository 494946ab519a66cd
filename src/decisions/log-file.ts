import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createWhole, syncPath } from "../base/data-folder.ts";
import { OperatorError } from "../base/operator-error.ts";
import { type FileLock, lockFile } from "../base/program/file-lock.ts";
import {
  type Content,
  type Entry,
  entryAfter,
  LogDamaged,
  lineOf,
  type Position,
  readEntries,
  start,
} from "./entries.ts";

const namePattern = /^([0-9a-f]{32})\.log$/;

/** The folder of the logs. */
export const decisionsFolder = (config: {
  readonly dataDir: string;
  readonly decisionsDir: string | undefined;
}): string => config.decisionsDir ?? join(config.dataDir, "decisions");

/**
 * Names a folder of logs by a random ID in it: which logs should be found where. Hosts of containers have another name at
 * each start, and two can have the same.
 */
export function placeOf(folder: string): string {
  const file = join(folder, "place");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Or by another process at the same time: both read it below.
    createWhole(file, `${randomBytes(16).toString("hex")}\n`);
  }
  return readFileSync(file, "utf8").trim();
}

/** The file of one log, locked by the holder of this object. */
export interface LogFile {
  readonly id: string;
  readonly path: string;
  /** Distinguishes the file from a copy of it: the inode and the time of its creation. */
  readonly file: string;
  readonly lock: FileLock;
}

export function logIds(folder: string): string[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => namePattern.exec(name)?.[1] ?? [])
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Locks a log that no process has; undefined if one does. */
export function takeLog(folder: string, id: string): LogFile | undefined {
  const lock = lockFile(join(folder, `${id}.lock`));
  return lock && describe(folder, id, lock);
}

/** Creates an empty log; its folder is on the disk when this returns. */
export function createLog(folder: string): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = randomBytes(16).toString("hex");
  const lock = lockFile(join(folder, `${id}.lock`));
  if (!lock) throw new Error(`${join(folder, `${id}.lock`)} cannot be locked`);
  closeSync(openSync(join(folder, `${id}.log`), "wx", 0o600));
  syncPath(folder);
  // Which the first log has made.
  syncPath(dirname(folder));
  return describe(folder, id, lock);
}

function describe(folder: string, id: string, lock: FileLock): LogFile {
  const path = join(folder, `${id}.log`);
  const { ino, birthtimeMs } = statSync(path);
  return { id, path, file: `${ino}:${Math.trunc(birthtimeMs)}`, lock };
}

/** Gives a log that nothing writes to another ID, which is returned. */
export function renameLog(folder: string, id: string): string {
  const next = randomBytes(16).toString("hex");
  renameSync(join(folder, `${id}.log`), join(folder, `${next}.log`));
  syncPath(folder);
  return next;
}

/** Removes a log without entries. */
export function removeLog({ path }: LogFile): void {
  rmSync(path, { force: true });
  rmSync(path.replace(/\.log$/, ".lock"), { force: true });
}

/** Reads a log, and removes a last line that was written partly. Throws `OperatorError` if it is damaged. */
export function readLog({ path }: Pick<LogFile, "path">): readonly Entry[] {
  const text = readFileSync(path, "utf8");
  const { entries, end } = wholeEntries(path, text);
  const bytes = Buffer.byteLength(text.slice(0, end));
  if (bytes < statSync(path).size) {
    const handle = openSync(path, "r+");
    ftruncateSync(handle, bytes);
    fsyncSync(handle);
    closeSync(handle);
  }
  return entries;
}

/** The entries of a text. Throws `OperatorError`, which names its file or folder, if they are damaged. */
export function wholeEntries(path: string, text: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(text);
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
    throw new OperatorError(
      `the decision log ${path} is damaged: ${error.message}. Put a copy of the file in its place, or move it away: the service then starts, and holds what charges and sends until "vingate resume"`,
    );
  }
}

/** Appends to a log that nothing else writes to. Resolves to its new entries. */
export async function appendTo(
  file: LogFile,
  last: Position | undefined,
  contents: readonly Content[],
): Promise<readonly Entry[]> {
  const writer = LogWriter.open(file, last);
  try {
    return await Promise.all(contents.map((content) => writer.append(content)));
  } finally {
    await writer.close();
  }
}

const datasync = promisify(fdatasync);

interface Waiting extends PromiseWithResolvers<Entry> {
  readonly content: Content;
}

/** Appends to a log. What comes during a sync shares the next one. */
export class LogWriter {
  /** A number, because the runtime closes a handle that nothing refers to, and reports that as an error. */
  readonly #file: number;
  #last: Position;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #broken: unknown;
  #isClosed = false;

  private constructor(file: number, last: Position) {
    this.#file = file;
    this.#last = last;
  }

  static open({ path }: Pick<LogFile, "path">, last: Position = start): LogWriter {
    const file = openSync(path, "a", 0o600);
    // A killed process can have left entries that the disk does not have.
    fsyncSync(file);
    return new LogWriter(file, last);
  }

  get last(): Position {
    return this.#last;
  }

  /** Resolves when the disk has the entry. After an error nothing more can be appended. */
  append(content: Content): Promise<Entry> {
    const waiting: Waiting = { content, ...Promise.withResolvers<Entry>() };
    this.#waiting.push(waiting);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return waiting.promise;
  }

  async #write(): Promise<void> {
    for (let group = this.#waiting.splice(0); group.length > 0; group = this.#waiting.splice(0))
      try {
        // After a failed sync nothing is known of what the disk has.
        if (this.#broken !== undefined) throw this.#broken;
        const before = this.#last;
        const size = fstatSync(this.#file).size;
        const entries = group.map(({ content }, at) =>
          this.#next(content, at === 0 ? before.number : undefined),
        );
        try {
          appendFileSync(this.#file, entries.map(lineOf).join(""));
          await datasync(this.#file);
        } catch (error) {
          this.#last = before;
          this.#takeBack(size);
          throw error;
        }
        for (const [at, { resolve }] of group.entries()) resolve(entries[at]!);
      } catch (error) {
        this.#broken = error;
        for (const { reject } of group) reject(error);
      }
  }

  /** What was refused must not be done by the next start. If the disk does not take even that, the start does it. */
  #takeBack(size: number): void {
    try {
      ftruncateSync(this.#file, size);
      fsyncSync(this.#file);
    } catch {
      // The error that led here is reported.
    }
  }

  #next(content: Content, synced: number | undefined): Entry {
    const entry = entryAfter(this.#last, content, synced);
    this.#last = entry;
    return entry;
  }

  async close(): Promise<void> {
    await this.#writing;
    // The number could be another file's by now.
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
  }
}
