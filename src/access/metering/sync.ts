import { fsyncSync } from "node:fs";
import type { SyncAnswer, SyncTask } from "./sync-worker.ts";

/** Waits until the disk has what was written to files. */
export interface Syncer {
  /** Rejects where the disk does not have the whole of it. */
  sync(files: readonly number[]): Promise<void>;
  close(): void;
}

/** In this thread, which stands still meanwhile: for tests and for tools that serve nobody. */
export const syncHere: Syncer = {
  async sync(files) {
    for (const file of files) fsyncSync(file);
  },
  close() {},
};

/**
 * In a thread of its own: asynchronous file calls share their threads with password hashing, and waited
 * seconds behind a flood of sign-ins.
 */
export function createSyncer(): Syncer {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let worker: Worker | undefined;
  let last = 0;
  const end = (reason: string) => {
    worker?.terminate();
    worker = undefined;
    for (const each of waiting.values()) each.reject(new Error(reason));
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(new URL("./sync-worker.ts", import.meta.url).href);
    started.onmessage = ({ data }: MessageEvent<SyncAnswer>) => {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.error === undefined) asked?.resolve();
      else asked?.reject(new Error(data.error));
    };
    // What is asked next gets a new one: nobody may wait for an answer that cannot come.
    started.onerror = (event) => end(`the syncing thread has failed: ${event.message}`);
    return started;
  };
  return {
    sync(files) {
      last += 1;
      const asked = Promise.withResolvers<void>();
      waiting.set(last, asked);
      worker ??= start();
      worker.postMessage({ id: last, files } satisfies SyncTask);
      return asked.promise;
    },
    close: () => end("the syncing thread has ended"),
  };
}
