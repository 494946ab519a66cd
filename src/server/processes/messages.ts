import type { StoreCall, StoreReply } from "../../metering/store/remote-store.ts";

/** What the supervisor tells a worker. */
export type ToWorker =
  /** The first message: until then a worker does nothing. */
  | { readonly kind: "begin"; readonly begin: Begin }
  /** Whether new connections come to it alone, while others leave the port. */
  | { readonly kind: "connections"; readonly alone: boolean }
  | { readonly kind: "end"; readonly reason: string; readonly quietly: boolean }
  | { readonly kind: "store"; readonly answer: StoreReply };

export interface Begin {
  /** The port that all share; 0 where the first is to take a free one. */
  readonly port: number;
  readonly listens: "at once" | "when ready";
  /** The supervisor keeps the ledger for all. */
  readonly store: boolean;
}

/** What a worker tells its supervisor. */
export type FromWorker =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "ready" }
  /** Every `heartbeatMs` from the first message on. */
  | { readonly kind: "beat" }
  | { readonly kind: "store"; readonly call: StoreCall };
