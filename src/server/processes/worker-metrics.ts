import { withTimeout } from "../../base/with-timeout.ts";
import { unavailable } from "../../http/errors.ts";
import { exposition, keptAfterEnd, mergeSamples } from "../../telemetry/metrics/exposition.ts";
import type { Sample } from "../../telemetry/metrics/families.ts";
import type { Gather } from "../../telemetry/metrics/metrics.ts";
import { processSamples } from "../../telemetry/metrics/process-samples.ts";

/** A worker's samples, as its supervisor last received them. */
export interface Sampled {
  /** The last that it sent. */
  readonly samples: readonly Sample[];
  /** Resolves when it has sent others, or does not in time. */
  refreshSamples(): Promise<void>;
}

/** The metrics of all workers of a supervisor, and of those that have ended. */
export class WorkerMetrics {
  readonly #workers = new Set<Sampled>();
  #ended: readonly Sample[] = [];

  add(worker: Sampled): void {
    this.#workers.add(worker);
  }

  /** What a worker has counted stays: a sum that falls would look like a restart. */
  remove(worker: Sampled): void {
    this.#workers.delete(worker);
    this.#ended = mergeSamples([this.#ended, worker.samples.filter(keptAfterEnd)]);
  }

  async text(shared: readonly Sample[]): Promise<string> {
    await Promise.all([...this.#workers].map((worker) => worker.refreshSamples()));
    const all = [...this.#workers].map(({ samples }) => samples);
    return exposition(mergeSamples([...all, this.#ended, processSamples(), shared]));
  }
}

const textMs = 2000;
const late = () => unavailable("The supervisor did not send the metrics in time.");

/** The supervisor's metrics for a worker. */
export interface RemoteMetrics {
  readonly gather: Gather;
  receive(id: number, text: string): void;
}

/** Requests the text of all workers with `send`, which returns false if the supervisor has ended. */
export function remoteMetrics(
  send: (id: number, shared: readonly Sample[]) => boolean,
  own: Gather,
): RemoteMetrics {
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  return {
    gather(shared) {
      const id = ++last;
      if (!send(id, shared)) return own(shared);
      const { promise, resolve } = Promise.withResolvers<string>();
      waiting.set(id, resolve);
      return withTimeout(promise, textMs, late).finally(() => waiting.delete(id));
    },
    receive: (id, text) => waiting.get(id)?.(text),
  };
}
