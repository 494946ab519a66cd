import type { Decided, Entry, Epoch } from "./entries.ts";
import type { DecisionKind } from "./kind.ts";

/** The part of a log that the database has: all entries up to `through`, whose head it stores, and some later ones. */
export interface Known {
  readonly through: number;
  readonly head: string;
  readonly seen: ReadonlySet<number>;
}

export type DecidedEntry = Entry & {
  readonly content: { readonly at: number; readonly decisions: readonly Decided[] };
};

/** How a log and the database stand to each other. */
export interface Standing {
  /**
   * - `same`: the database has what it confirmed; a killed process may have left entries
   * - `went back`: it lacks transactions that it has committed
   * - `log lost`: the log ends before what the database has of it
   * - `forked`: another copy of the log was continued
   */
  readonly state: "same" | "went back" | "log lost" | "forked";
  /** The entries that the database lacks. */
  readonly lacking: readonly DecidedEntry[];
  /** Those of them whose transaction no line confirms. */
  readonly unconfirmed: ReadonlySet<number>;
  /** Those of them whose decisions of `free` kinds were forgotten before. */
  readonly freed: ReadonlySet<number>;
  /** Whether a line confirms all entries with decisions. */
  readonly isConfirmed: boolean;
  /** The epoch of its last entries; undefined if it began before there was one. */
  readonly epoch: Epoch | undefined;
  /** The last applied call of each journal. */
  readonly applied: ReadonlyMap<string, number>;
}

const isDecided = (entry: Entry): entry is DecidedEntry => "decisions" in entry.content;

/** Compares a log with the part that the database has. */
export function standingOf(entries: readonly Entry[], { through, head, seen }: Known): Standing {
  const applied = new Map<string, number>();
  const settled = new Set(seen);
  const committed = new Set<number>();
  const freed = new Set<number>();
  let confirmed = 0;
  let epoch: Epoch | undefined;
  for (const { content } of entries)
    if ("void" in content) settled.add(content.void);
    else if ("confirmed" in content) confirmed = content.confirmed;
    else if ("committed" in content) committed.add(content.committed);
    else if ("freed" in content) freed.add(content.freed);
    else if ("epoch" in content) epoch = content.epoch;
    else if ("applied" in content)
      for (const [id, seq] of Object.entries(content.applied))
        applied.set(id, Math.max(seq, applied.get(id) ?? 0));
  const lacking = entries.filter(isDecided).filter(({ number }) => number > through && !settled.has(number));
  const open = lacking.map(({ number }) => number).filter((one) => one > confirmed && !committed.has(one));
  const unconfirmed = new Set(open);
  const isConfirmed = (entries.findLast(isDecided)?.number ?? 0) <= confirmed;
  const of = (state: Standing["state"]): Standing => {
    return { state, lacking, unconfirmed, freed, isConfirmed, epoch, applied };
  };
  if (through > entries.length) return of("log lost");
  if (through > 0 && entries[through - 1]!.head !== head) return of("forked");
  return of(lacking.length > unconfirmed.size ? "went back" : "same");
}

export type Kinds = ReadonlyMap<string, Pick<DecisionKind, "unconfirmed">>;

/** The entries whose decisions of `free` kinds must be forgotten now, so that no later replay makes them. */
export const freeing = ({ lacking, unconfirmed, freed }: Standing, kinds: Kinds): DecidedEntry[] =>
  lacking.filter(
    ({ number, content }) =>
      unconfirmed.has(number) &&
      !freed.has(number) &&
      content.decisions.some(({ kind }) => kinds.get(kind)?.unconfirmed === "free"),
  );

/** The entries that are made again, without what is forgotten. */
export const made = ({ lacking, unconfirmed, freed }: Standing, kinds: Kinds): DecidedEntry[] =>
  lacking.map((entry) => {
    if (!unconfirmed.has(entry.number) && !freed.has(entry.number)) return entry;
    const decisions = entry.content.decisions.filter(({ kind }) => kinds.get(kind)?.unconfirmed !== "free");
    return { ...entry, content: { ...entry.content, decisions } };
  });
