import { createHash } from "node:crypto";

/** One decision, as its kind has made it. Secrets in it are digests, or sealed. */
export interface Decided {
  readonly kind: string;
  readonly data: unknown;
}

/** The content of one line of a log. Times are milliseconds UTC. */
export type Content =
  /** The decisions of one transaction. */
  | { readonly at: number; readonly decisions: readonly Decided[] }
  /** The transactions of all entries up to this number have been committed or rolled back. */
  | { readonly confirmed: number }
  /** The transaction of this entry has been committed: what it issued can be shown. */
  | { readonly committed: number }
  /** A killed process left this entry without its transaction: its decisions of `free` kinds were forgotten. */
  | { readonly freed: number }
  /** The transaction of this entry was rolled back. */
  | { readonly void: number }
  /** From here on the log is of this epoch. */
  | { readonly epoch: Epoch }
  /** The last applied call of each journal. */
  | { readonly at: number; readonly applied: Readonly<Record<string, number>> };

/** Begins whenever a database went back. The ID distinguishes two epochs of one number. */
export interface Epoch {
  readonly number: number;
  readonly id: string;
}

/** The head is a hash of this entry and all before it. */
export interface Entry {
  readonly number: number;
  readonly head: string;
  readonly content: Content;
  /**
   * The last entry that the disk had when this one was written. Absent if it shares its sync with the one before, and in
   * logs of releases up to 0.3.0.
   */
  readonly synced?: number;
}

export type Position = Pick<Entry, "number" | "head">;

/** Before the first entry. */
export const start: Position = { number: 0, head: "" };

const headOf = (before: string, number: number, json: string): string =>
  createHash("sha256").update(`${before} ${number} ${json}`).digest("base64url");

const jsonOf = ({ content, synced }: Pick<Entry, "content" | "synced">): string =>
  JSON.stringify(synced === undefined ? content : { ...content, synced });

export function entryAfter(
  { number: last, head: before }: Position,
  content: Content,
  synced?: number,
): Entry {
  const number = last + 1;
  const made = { content, ...(synced !== undefined && { synced }) };
  return { number, head: headOf(before, number, jsonOf(made)), ...made };
}

export const lineOf = (entry: Entry): string => `${entry.number} ${entry.head} ${jsonOf(entry)}\n`;

/** A log has a line that it was not given. */
export class LogDamaged extends Error {
  override readonly name = "LogDamaged";

  constructor(entry: number) {
    super(`entry ${entry} is damaged`);
  }
}

/**
 * The entries of a log's text, and where they end, in characters. A last line that was written partly was never
 * promised, nor was one that the disk did not have when any later line was written: a power loss leaves such lines. Throws
 * `LogDamaged` for any other line that does not continue the chain.
 */
export function readEntries(text: string): { readonly entries: readonly Entry[]; readonly end: number } {
  const entries: Entry[] = [];
  let end = 0;
  for (let next = text.indexOf("\n"); next >= 0; next = text.indexOf("\n", end)) {
    const entry = readLine(text.slice(end, next), entries.at(-1) ?? start);
    if (!entry && wasSynced(entries, text.slice(next + 1))) throw new LogDamaged(entries.length + 1);
    if (!entry) break;
    entries.push(entry);
    end = next + 1;
  }
  return { entries, end };
}

/** Whether the disk had the line after these entries. Without any mark, every line but the last passes for synced. */
function wasSynced(before: readonly Entry[], rest: string): boolean {
  if (rest === "") return false;
  const marks = [...rest.matchAll(/"synced":(\d{1,15})\}$/gm)].map(([, synced]) => Number(synced));
  if (marks.length === 0 && !before.some(({ synced }) => synced !== undefined)) return true;
  return marks.some((synced) => synced > before.length);
}

function readLine(line: string, before: Position): Entry | undefined {
  const [, number = "", head = "", json = ""] = /^(\d+) (\S+) (.+)$/.exec(line) ?? [];
  const follows = Number(number) === before.number + 1;
  if (!follows || headOf(before.head, Number(number), json) !== head) return undefined;
  const { synced, ...content } = JSON.parse(json) as Content & Pick<Entry, "synced">;
  return { number: Number(number), head, content, ...(synced !== undefined && { synced }) };
}
