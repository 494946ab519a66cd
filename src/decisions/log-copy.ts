import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type Entry, lineOf } from "./entries.ts";
import { logIds, readLog, renameLog, takeLog, wholeEntries } from "./log-file.ts";

/** Another process has continued the same log: one of them is of a copied installation. */
export class LogContinued extends Error {
  override readonly name = "LogContinued";

  constructor(id: string) {
    super(`another process has continued the decision log ${id}`);
  }
}

const idPattern = /^[0-9a-f]{32}$/;
const digits = 12;

/** Pieces of logs in a second folder, such as one of another machine. Each is named by the number of its first entry. */
export class LogCopy {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The IDs of the logs that have pieces. */
  ids(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).filter((name) => idPattern.test(name));
  }

  /** The number of the first entry of a log's last piece. */
  lastPiece(id: string): number {
    const pieces = readdirSync(join(this.#folder, id)).filter((name) => name.endsWith(".part"));
    return Number.parseInt(pieces.sort().at(-1) ?? "0", 10);
  }

  /** The entries of a log. Throws `OperatorError` if they are damaged. */
  read(id: string): readonly Entry[] {
    const folder = join(this.#folder, id);
    if (!existsSync(folder)) return [];
    const pieces = readdirSync(folder).filter((name) => name.endsWith(".part"));
    const text = pieces.sort().map((name) => readFileSync(join(folder, name), "utf8"));
    return wholeEntries(folder, text.join("")).entries;
  }

  /** Adds entries that follow those it has. Throws `LogContinued` if another process was first. */
  add(id: string, entries: readonly Entry[]): void {
    const [first] = entries;
    if (!first) return;
    const folder = join(this.#folder, id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const unnamed = join(folder, `${crypto.randomUUID()}.new`);
    const handle = openSync(unnamed, "wx", 0o600);
    try {
      writeSync(handle, entries.map(lineOf).join(""));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    try {
      // Unlike a rename it fails if the name exists.
      linkSync(unnamed, join(folder, `${String(first.number).padStart(digits, "0")}.part`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      throw new LogContinued(id);
    } finally {
      rmSync(unnamed, { force: true });
    }
  }
}

/** What the copy of the logs of a folder had. */
export interface Completed {
  /** The IDs of logs that came whole from it. */
  readonly fetched: ReadonlySet<string>;
  /**
   * By their IDs, the next IDs of logs that another process has continued: that one has the name in the copy, so this
   * folder's goes on under another.
   */
  readonly forked: ReadonlyMap<string, string>;
}

/**
 * Completes the logs of a folder from their copy, and the copy from them. `isOwn`: whether a log that is absent belongs
 * here.
 */
export function completeLogs(folder: string, copy: LogCopy, isOwn: (id: string) => boolean): Completed {
  const here = new Set(logIds(folder));
  const fetched = new Set<string>();
  const forked = new Map<string, string>();
  for (const id of copy.ids()) {
    if (here.has(id) || !isOwn(id)) continue;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    append(join(folder, `${id}.log`), copy.read(id));
    fetched.add(id);
  }
  for (const id of here) {
    const file = takeLog(folder, id);
    // A process that has it copies it.
    if (!file) continue;
    try {
      const own = readLog(file);
      const theirs = copy.read(id);
      const both = Math.min(own.length, theirs.length);
      if (both > 0 && own[both - 1]!.head !== theirs[both - 1]!.head) forked.set(id, renameLog(folder, id));
      else if (theirs.length > both) append(file.path, theirs.slice(both));
      else copy.add(id, own.slice(both));
    } finally {
      file.lock.release();
    }
  }
  return { fetched, forked };
}

function append(path: string, entries: readonly Entry[]): void {
  const handle = openSync(path, "a", 0o600);
  try {
    writeSync(handle, entries.map(lineOf).join(""));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
