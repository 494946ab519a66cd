import { fdatasyncSync } from "node:fs";

declare const self: Worker;

export interface SyncTask {
  readonly id: number;
  readonly files: readonly number[];
}

export interface SyncAnswer {
  readonly id: number;
  readonly error?: string;
}

self.onmessage = ({ data }: MessageEvent<SyncTask>): void => {
  try {
    for (const file of data.files) fdatasyncSync(file);
    self.postMessage({ id: data.id } satisfies SyncAnswer);
  } catch (error) {
    self.postMessage({ id: data.id, error: (error as Error).message } satisfies SyncAnswer);
  }
};
