/** What an e-invoice cannot be written without. */
export interface Missing {
  /** A business term of EN 16931 (BT), or a group of them (BG). */
  readonly term: string;
  /** In which part of a paper it is. */
  readonly of: "seller" | "buyer" | "paper";
  /** The member of this part. */
  readonly member: string;
  /** A sentence for people. */
  readonly text: string;
}

type Entry = readonly [isMissing: boolean, term: string, of: Missing["of"], member: string, text: string];

/** Those entries that are missing. */
export const listed = (entries: readonly Entry[]): Missing[] =>
  entries
    .filter(([isMissing]) => isMissing)
    .map(([, term, of, member, text]) => ({ term, of, member, text }));
