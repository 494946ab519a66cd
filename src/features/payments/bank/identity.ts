import { createHash } from "node:crypto";
import type { BankLine } from "./bank-line.ts";

/** A line with what identifies it in all files of the bank. */
export interface Identified {
  readonly line: BankLine;
  /** The `providerRef` of its transfer: a digest, since it is made of texts of people. */
  readonly ref: string;
  /** The bank's own ID occurs before in the file, with all that belongs to it. */
  readonly isRepeated: boolean;
}

/**
 * Identifies lines by the bank's own ID, and by their account, day, amount and texts without one. Two payments that are
 * equal in all differ by their count: a file has the lines of a day from its first on.
 */
export function identified(lines: readonly BankLine[]): readonly Identified[] {
  const counts = new Map<string, number>();
  const entries = new Map<string, number>();
  return lines.map((line) => {
    const { account, day, minor, currency, bankRef, text, sender, senderAccount, at } = line;
    const own = [account, day, minor, currency];
    const key = bankRef === "" ? [...own, "", text, sender, senderAccount] : [...own, bankRef];
    const base = JSON.stringify(key);
    if (bankRef === "") return { line, ref: digest(base, next(counts, base)), isRepeated: false };
    // The parts of one entry can share its ID; another entry with the same one is the same entry.
    const entry = entries.get(base) ?? at;
    entries.set(base, entry);
    return {
      line,
      ref: digest(base, next(counts, `${base} ${at}`)),
      isRepeated: entry !== at,
    };
  });
}

function next(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

const digest = (base: string, count: number): string =>
  `line-${createHash("sha256").update(`${base}\n${count}`).digest("hex").slice(0, 40)}`;
