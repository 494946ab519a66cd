import type { Queries } from "../database/database.ts";
import type { DecisionKind, Replaying } from "./kind.ts";
import type { DecidedEntry } from "./standing.ts";

/** What a decision contains was sealed with another master key. */
export class Unopened extends Error {}

export interface Replayed {
  /** Decisions that changed something, by what they are. */
  readonly counts: Readonly<Record<string, number>>;
  /** Decisions of kinds that this program does not have, or that the master key does not open. */
  readonly unknown: Readonly<Record<string, number>>;
}

/** Makes decisions again, in the order of their times. */
export async function replay(
  tx: Queries,
  entries: readonly DecidedEntry[],
  kinds: ReadonlyMap<string, DecisionKind>,
  { open }: Pick<Replaying, "open">,
): Promise<Replayed> {
  const counts: Record<string, number> = {};
  const unknown: Record<string, number> = {};
  const add = (to: Record<string, number>, name: string) => {
    to[name] = (to[name] ?? 0) + 1;
  };
  for (const { content } of entries.toSorted((a, b) => a.content.at - b.content.at))
    for (const { kind: name, data } of content.decisions) {
      const kind = kinds.get(name);
      try {
        if (!kind) add(unknown, name);
        else if ((await kind.replay(tx, data, { at: content.at, open })) > 0) add(counts, kind.shown);
      } catch (error) {
        if (!(error instanceof Unopened)) throw error;
        add(unknown, name);
      }
    }
  return { counts, unknown };
}
