import type { LedgerJournal } from "./credit-store.ts";
import type { Ledger } from "./store.ts";

/** A journal, and in which ledger it is open. */
interface Opened {
  readonly journal: LedgerJournal;
  readonly node: string;
  generation: number;
  opening: Promise<void> | undefined;
}

/**
 * A ledger behind which there may be another one from time to time, each with a generation of its own: journals are
 * opened again in one that does not know them.
 */
export function reopening(ledger: Ledger, generation: () => number): Ledger {
  const opened = new Map<string, Opened>();

  async function reopen(known: Opened): Promise<void> {
    const into = generation();
    await ledger.open(known.journal, known.node);
    known.generation = into;
  }

  return {
    ...ledger,
    async open(journal, node) {
      const into = generation();
      await ledger.open(journal, node);
      opened.set(journal.id, { journal, node, generation: into, opening: undefined });
    },
    async fold(journalId, to) {
      const known = opened.get(journalId);
      if (known && known.generation !== generation()) {
        known.opening ??= reopen(known).finally(() => {
          known.opening = undefined;
        });
        await known.opening;
      }
      return await ledger.fold(journalId, to);
    },
    async close(journalId, mark) {
      const closed = await ledger.close(journalId, mark);
      opened.delete(journalId);
      return closed;
    },
    async leave(journalId) {
      opened.delete(journalId);
      await ledger.leave(journalId);
    },
  };
}
