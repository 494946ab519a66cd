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
}

export type Position = Omit<Entry, "content">;

/** Before the first entry. */
export const start: Position = { number: 0, head: "" };

const headOf = (before: string, number: number, json: string): string =>
  createHash("sha256").update(`${before} ${number} ${json}`).digest("base64url");

export function entryAfter({ number: last, head: before }: Position, content: Content): Entry {
  const number = last + 1;
  return { number, head: headOf(before, number, JSON.stringify(content)), content };
}

export const lineOf = ({ number, head, content }: Entry): string =>
  `${number} ${head} ${JSON.stringify(content)}\n`;

/** A log has a line that it was not given. */
export class LogDamaged extends Error {
  override readonly name = "LogDamaged";

  constructor(entry: number) {
    super(`entry ${entry} is damaged`);
  }
}

/**
 * The entries of a log's text, and where they end, in characters. A last line that was written partly was never
 * promised. Throws `LogDamaged` for any other line that does not continue the chain.
 */
export function readEntries(text: string): { readonly entries: readonly Entry[]; readonly end: number } {
  const entries: Entry[] = [];
  let end = 0;
  for (let next = text.indexOf("\n"); next >= 0; next = text.indexOf("\n", end)) {
    const entry = readLine(text.slice(end, next), entries.at(-1) ?? start);
    if (!entry && next + 1 < text.length) throw new LogDamaged(entries.length + 1);
    if (!entry) break;
    entries.push(entry);
    end = next + 1;
  }
  return { entries, end };
}

function readLine(line: string, before: Position): Entry | undefined {
  const [, number = "", head = "", json = ""] = /^(\d+) (\S+) (.+)$/.exec(line) ?? [];
  const follows = Number(number) === before.number + 1;
  if (!follows || headOf(before.head, Number(number), json) !== head) return undefined;
  return { number: Number(number), head, content: JSON.parse(json) as Content };
}
