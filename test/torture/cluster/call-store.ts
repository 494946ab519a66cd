import { featureParts } from "../../feature-parts.ts";
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
  const [first] = await featureParts<{ createCallStore: typeof createCallStore }>("cluster.ts");
  return first?.createCallStore(folder);
}
