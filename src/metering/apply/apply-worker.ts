import { systemTiming } from "../../base/timing.ts";
import { openDatabase } from "../../database/open.ts";
import type { ApplyReply, ApplyTask } from "./apply-thread.ts";
import { JournalApplier } from "./journal-applier.ts";

declare const self: Worker;

// Fewer than for any other connection: otherwise a call could wait for the checkpoint of these batches.
const checkpointPages = 2048;

const reply = (message: ApplyReply): void => self.postMessage(message);

async function applyAll({ database, journal, elsewhere }: ApplyTask): Promise<ApplyReply> {
  const db = await openDatabase({ ...database, checkpointPages });
  const applier = new JournalApplier(db, journal, { timing: systemTiming, lowPriority: true, elsewhere });
  try {
    return { applied: await applier.apply(Number.POSITIVE_INFINITY) };
  } finally {
    applier.close();
    await db.close();
  }
}

self.onmessage = ({ data }: MessageEvent<ApplyTask>): void => {
  applyAll(data)
    .catch((error: Error): ApplyReply => ({ error: error.message }))
    .then(reply);
};
