import { existsSync } from "node:fs";
import { join } from "node:path";
import { startThread } from "../base/program/place.ts";
import type { IntegrityTask } from "./integrity-worker.ts";

const findingsMax = 20;

/** The SQLite file in a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, "vingate.db");

/**
 * Checks every page of an SQLite file in a thread, at some seconds per gigabyte. Resolves to the damage
 * found.
 */
export function checkIntegrity(file: string): Promise<readonly string[]> {
  if (!existsSync(file)) return Promise.resolve([]);
  const worker = startThread("src/database/integrity-worker.ts");
  return new Promise<readonly string[]>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string[]>) => resolve(data.slice(0, findingsMax));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ file, findingsMax } satisfies IntegrityTask);
  }).finally(() => worker.terminate());
}
