import type { Queries } from "../database/database.ts";
import type { DecisionKind, Replaying } from "./kind.ts";
import type { DecidedEntry } from "./standing.ts";

export interface Replayed {
  /** Decisions that changed something, by what they are. */
  readonly counts: Readonly<Record<string, number>>;
  /** Decisions of kinds that this program does not have. */
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
  for (const { content } of entries.toSorted((a, b) => a.content.at - b.content.at))
    for (const { kind: name, data } of content.decisions) {
      const kind = kinds.get(name);
      if (!kind) unknown[name] = (unknown[name] ?? 0) + 1;
      else if ((await kind.replay(tx, data, { at: content.at, open })) > 0)
        counts[kind.shown] = (counts[kind.shown] ?? 0) + 1;
    }
  return { counts, unknown };
}
