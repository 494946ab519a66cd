import { join } from "node:path";
import { Glob } from "bun";
import type { SingleCalls } from "../single-call.ts";
import type { Daemon } from "./daemon.ts";

/** A store of single calls as a program of the cluster. */
export interface CallStoreDaemon extends SingleCalls {
  readonly daemon: Daemon;
  /** What nodes need to use it. */
  readonly settings: Readonly<Record<string, string>>;
  start(): Promise<void>;
}

/** The store of the first feature that has one; undefined if none is installed. */
export async function createCallStore(folder: string): Promise<CallStoreDaemon | undefined> {
  const root = join(import.meta.dir, "../../..");
  for (const file of new Glob("src/features/*/test/cluster.ts").scanSync(root)) {
    const part = (await import(join(root, file))) as { createCallStore: typeof createCallStore };
    return part.createCallStore(folder);
  }
  return undefined;
}
