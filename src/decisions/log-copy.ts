import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { appendSynced, createWhole } from "../base/data-folder.ts";
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
const ending = ".part";

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

  /** In the order of their entries. */
  #pieces(id: string): string[] {
    const folder = join(this.#folder, id);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .sort();
  }

  /** The number of the first entry of a log's last piece. */
  lastPiece(id: string): number {
    return Number.parseInt(this.#pieces(id).at(-1) ?? "0", 10);
  }

  /** The entries of a log. Throws `OperatorError` if they are damaged. */
  read(id: string): readonly Entry[] {
    const folder = join(this.#folder, id);
    const text = this.#pieces(id).map((name) => readFileSync(join(folder, name), "utf8"));
    return wholeEntries(folder, text.join("")).entries;
  }

  /** Adds entries that follow those it has. Throws `LogContinued` if another process was first. */
  add(id: string, entries: readonly Entry[]): void {
    const [first] = entries;
    if (!first) return;
    const folder = join(this.#folder, id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = `${String(first.number).padStart(digits, "0")}${ending}`;
    if (!createWhole(join(folder, name), textOf(entries))) throw new LogContinued(id);
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

const append = (path: string, entries: readonly Entry[]): void => appendSynced(path, textOf(entries));
const textOf = (entries: readonly Entry[]): string => entries.map(lineOf).join("");
