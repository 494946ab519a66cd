import { systemClock } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { nextTurn } from "../../../base/pause.ts";
import { type DatabaseOptions, openDatabase } from "../../../database/open.ts";
import { lowerPriority } from "../../../vehicles/imports/jobs/lower-priority.ts";
import { vinPackOnce } from "../../../vehicles/imports/vpic/vin-pack.ts";
import { compareSwaps, type EndedSwap } from "./compare-swaps.ts";
import { writeChanges } from "./write-changes.ts";

declare const self: Worker;

export type CompareTask =
  | { readonly kind: "compare"; readonly database: DatabaseOptions; readonly dataDir: string }
  | { readonly kind: "stop" };

export type CompareMessage =
  | { readonly kind: "swap"; readonly ended: EndedSwap }
  /** Without an error if no swap waits. */
  | { readonly kind: "ended"; readonly error?: string };

lowerPriority();
const stopping = new AbortController();
const post = (message: CompareMessage): void => self.postMessage(message);

async function compare({ database, dataDir }: Extract<CompareTask, { kind: "compare" }>): Promise<void> {
  const db = await openDatabase(database);
  const step = async () => {
    await nextTurn();
    stopping.signal.throwIfAborted();
  };
  const claim = uuidv7(systemClock());
  try {
    await compareSwaps(
      db,
      { clock: systemClock, claim, write: writeChanges, pack: vinPackOnce(() => dataDir), step },
      (ended) => post({ kind: "swap", ended }),
    );
  } finally {
    await db.close();
  }
}

self.onmessage = ({ data }: MessageEvent<CompareTask>): void => {
  if (data.kind === "stop") {
    stopping.abort(new Error("the service stops"));
    return;
  }
  compare(data).then(
    () => post({ kind: "ended" }),
    (error: Error) => post({ kind: "ended", error: error.message }),
  );
};
