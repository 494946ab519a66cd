import type { StoreCall, StoreReply } from "../../metering/store/remote-store.ts";
import type { Sample } from "../../telemetry/metrics/families.ts";
import type { SentSamples } from "../../telemetry/metrics/sample-stream.ts";
import type { Tls } from "../certificates/tls.ts";

/** Messages from the supervisor to a worker. */
export type ToWorker =
  /** The first message: until then a worker does nothing. */
  | { readonly kind: "begin"; readonly begin: Begin }
  /** Whether new connections come to this worker only, while others leave the port. */
  | { readonly kind: "connections"; readonly alone: boolean }
  | { readonly kind: "end"; readonly reason: string; readonly quietly: boolean }
  | { readonly kind: "store"; readonly answer: StoreReply }
  /** Requests its samples. */
  | { readonly kind: "sample" }
  /** The metrics of all workers. */
  | { readonly kind: "metrics"; readonly id: number; readonly text: string };

export interface Begin {
  /** The shared port; 0 if the first worker is to take a free one. */
  readonly port: number;
  readonly listens: "immediately" | "when ready";
  /** The supervisor keeps the store for all workers. */
  readonly store: boolean;
  readonly tls: Tls | undefined;
}

/** Messages from a worker to its supervisor. */
export type FromWorker =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "ready" }
  /** The certificate's files have changed. */
  | { readonly kind: "certificate" }
  /** Sent every `heartbeatMs` after the first message. */
  | { readonly kind: "beat" }
  | { readonly kind: "store"; readonly call: StoreCall }
  | { readonly kind: "samples"; readonly samples: SentSamples }
  /** Requests the metrics of all workers. */
  | { readonly kind: "metrics"; readonly id: number; readonly shared: readonly Sample[] };
