import type { Running } from "./child.ts";
import type { Asked } from "./load.ts";

/** What a peer needs to start. */
export interface Place {
  readonly folder: string;
  readonly toolsFolder: string;
  /** The answer, also `body.json` in the folder. */
  readonly body: Uint8Array;
}

/** Something that answers the same lookups. */
export interface Peer {
  readonly server: Running;
  readonly asked: Asked;
}
