import type { StoreJournal } from "../credits/lease-store.ts";
import type { MeteringStore } from "./store.ts";

/** A journal, and the store generation in which it is open. */
interface Opened {
  readonly journal: StoreJournal;
  readonly node: string;
  generation: number;
  opening: Promise<void> | undefined;
}

/**
 * A store that is replaced from time to time, each replacement with a generation of its own. Journals are reopened in
 * one that has not opened them.
 */
export function reopening(store: MeteringStore, generation: () => number): MeteringStore {
  const opened = new Map<string, Opened>();

  async function reopen(known: Opened): Promise<void> {
    const into = generation();
    await store.open(known.journal, known.node);
    known.generation = into;
  }

  return {
    ...store,
    async open(journal, node) {
      const into = generation();
      await store.open(journal, node);
      opened.set(journal.id, { journal, node, generation: into, opening: undefined });
    },
    async apply(journalId, to) {
      const known = opened.get(journalId);
      if (known && known.generation !== generation()) {
        known.opening ??= reopen(known).finally(() => {
          known.opening = undefined;
        });
        await known.opening;
      }
      return await store.apply(journalId, to);
    },
    async close(journalId, appliedSeq) {
      const closed = await store.close(journalId, appliedSeq);
      opened.delete(journalId);
      return closed;
    },
    async leave(journalId) {
      opened.delete(journalId);
      await store.leave(journalId);
    },
  };
}
