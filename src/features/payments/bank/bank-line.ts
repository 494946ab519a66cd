/** The bytes of a file, and its lines: a statement of one account over some months has fewer. */
export const fileBytesMax = 16 * 2 ** 20;
export const linesMax = 10_000;

/** A movement as the bank's file has it. Texts are cut, and have no control characters. */
export interface BankLine {
  /** A line of a table, or the number of an entry of a statement; from 1. */
  readonly at: number;
  /** The own account, `""` if the file does not name it. */
  readonly account: string;
  /** On which it was booked, YYYY-MM-DD. */
  readonly day: string;
  /** In minor units, below 0 for what was paid out. */
  readonly minor: number;
  readonly currency: string;
  /** All that the payer and the bank wrote, in which references are found. */
  readonly text: string;
  readonly sender: string;
  /** The payer's IBAN, or another number; `""` if the file has none. */
  readonly senderAccount: string;
  /** The bank's own ID, and what it is unique within; `""` without one. */
  readonly bankRef: string;
  /** The ID alone, as a person can have copied it. */
  readonly plainRef: string;
  /** Announced and not yet booked: its amount and ID can change. */
  readonly isPending: boolean;
  /** The bank took back a movement of the other direction. */
  readonly isReversal: boolean;
}

/** A line that cannot be read. */
export interface RefusedLine {
  readonly at: number;
  readonly reason: string;
}

/** A column of a table, and the members of a line that are read from it. */
export interface ShownColumn {
  readonly name: string;
  readonly members: readonly string[];
}

/** What a file contains. */
export interface BankFile {
  readonly format: "camt.053" | "csv";
  readonly lines: readonly BankLine[];
  readonly refused: readonly RefusedLine[];
  /** The columns of a table. */
  readonly columns: readonly ShownColumn[];
  /** What the file does not show and a person must say; the lines are empty then. */
  readonly question: Question | null;
}

export interface Question {
  /** The parameter that answers it. */
  readonly needs: "map" | "dates" | "decimals" | "currency";
  /** What was found, and what to do. */
  readonly text: string;
}

/** What a person says of a file. */
export interface FileForms {
  readonly map?: Readonly<Record<string, string>> | undefined;
  readonly dates?: "day_first" | "month_first" | undefined;
  readonly decimals?: "point" | "comma" | undefined;
  readonly currency?: string | undefined;
  readonly encoding?: string | undefined;
  /** The last day on which a movement can be booked, YYYY-MM-DD. */
  readonly until: string;
}

/** What banks write where there is no reference. */
export const noReference = /^(?:not ?provided|nonref|none|n\/a|-)?$/i;

const textMax = 2000;

/** A text as it is stored: one line, without control characters. */
export const cleanText = (text: string, most = textMax): string =>
  text
    .slice(0, 4 * most)
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();

/** An account's number without spaces, in capitals. */
export const plainAccount = (text: string): string => cleanText(text, 64).replace(/\s/g, "").toUpperCase();
