import { fsyncSync } from "node:fs";
import { startThread } from "../../base/program/place.ts";
import type { SyncAnswer, SyncTask } from "./sync-worker.ts";

/** Waits until the disk has what was written to files. */
export interface Syncer {
  /** Rejects if the disk does not have all of it. */
  sync(files: readonly number[]): Promise<void>;
  close(): void;
}

/** Blocks this thread: for tests, and for commands that serve no requests. */
export const syncHere: Syncer = {
  async sync(files) {
    for (const file of files) fsyncSync(file);
  },
  close() {},
};

/**
 * In a thread of its own: asynchronous file calls share their threads with password hashing, and waited
 * seconds during a flood of sign-ins.
 */
export function createSyncer(): Syncer {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let thread: Worker | undefined;
  let last = 0;
  const failAll = (reason: string) => {
    for (const each of waiting.values()) each.reject(new Error(reason));
    waiting.clear();
  };
  const start = (): Worker => {
    const made = startThread("src/metering/journal/sync-worker.ts");
    made.onmessage = ({ data }: MessageEvent<SyncAnswer>) => {
      const pending = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.error === undefined) pending?.resolve();
      else pending?.reject(new Error(data.error));
    };
    made.onerror = (event) => failAll(event.message);
    // The next request starts another thread.
    made.addEventListener("close", () => {
      if (thread === made) thread = undefined;
      failAll("the syncing thread has ended");
    });
    return made;
  };
  return {
    sync(files) {
      last += 1;
      const pending = Promise.withResolvers<void>();
      waiting.set(last, pending);
      thread ??= start();
      thread.postMessage({ id: last, files } satisfies SyncTask);
      return pending.promise;
    },
    close() {
      thread?.terminate();
      thread = undefined;
      failAll("the syncing thread has ended");
    },
  };
}
