import type { Vault } from "../../../access/vault.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import type { Database } from "../../../database/database.ts";
import { decide } from "../../../decisions/decisions.ts";
import { waitingKind } from "../../../running/waiting-kind.ts";
import { ImportRunning } from "../jobs/runs.ts";
import { type ErasedKind, erase, erasedSubject, type NoteErased } from "./erase.ts";

/**
 * A restored database can have records of a subject that no row at the time had, so the subject itself is named. It is a
 * person's datum, also a VIN, which leads to a holder; as a digest it could not be searched for in texts. So it is sealed.
 */
export const recordsErased = waitingKind<{ readonly sealed: string }>({
  name: "records",
  group: "erased",
  shown: "erasures of vehicle records",
});

const context = "erased_records";

/** Notes an erasure whose records are deleted. */
export async function noteErasure(db: Database, vault: Vault, kind: ErasedKind, text: string): Promise<void> {
  const sealed = Buffer.from(vault.seal(JSON.stringify({ kind, text }), context)).toString("base64");
  await db.transaction(async (tx) => decide(tx, recordsErased, { sealed }));
}

interface ErasingAgain {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly noted: NoteErased;
}

/** Erases records again that a restore brought back; those of a family that is imported, when it is called again. */
export async function eraseRecordsAgain({ database, vault, clock, log, noted }: ErasingAgain): Promise<void> {
  const finished = recordsErased.finish(database, async ({ sealed }) => {
    const opened = vault.open(Buffer.from(sealed, "base64"), context);
    const { kind, text } = JSON.parse(opened) as { readonly kind: ErasedKind; readonly text: string };
    await erase(database, erasedSubject(kind, text), clock, false, noted);
  });
  await finished.catch((error) => {
    if (!(error instanceof ImportRunning)) throw error;
    log.error("an import delays the erasure of restored records", { error: error.message });
  });
}
