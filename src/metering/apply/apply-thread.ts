import { startThread } from "../../base/program/place.ts";
import type { DatabaseOptions } from "../../database/open.ts";
import type { Applied } from "./journal-applier.ts";

/** The journal of an ended process. */
export interface EndedJournal {
  readonly id: string;
  readonly path: string;
}

export interface ApplyTask {
  readonly database: DatabaseOptions;
  readonly journal: EndedJournal;
  /** Whether ClickHouse keeps single calls. */
  readonly elsewhere: boolean;
}

export type ApplyReply = { readonly applied: Applied } | { readonly error: string };

/**
 * Applies a journal to its end in a thread with its own connection: the checkpoints of SQLite after its batches
 * take longer than a call may wait.
 */
export function applyInThread(task: ApplyTask): Promise<Applied> {
  const worker = startThread("src/metering/apply/apply-worker.ts");
  return new Promise<Applied>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ApplyReply>) =>
      "error" in data ? reject(new Error(data.error)) : resolve(data.applied);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
