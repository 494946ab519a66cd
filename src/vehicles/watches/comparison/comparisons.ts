import type { Clock } from "../../../base/clock.ts";
import { errorFields, type Log } from "../../../base/log.ts";
import { startThread } from "../../../base/program/place.ts";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { Database } from "../../../database/database.ts";
import { comparisonConnections, type DatabaseOptions } from "../../../database/open.ts";
import { deleteEndedLists } from "../ended-lists.ts";
import type { CompareMessage, CompareTask } from "./compare-worker.ts";
import { isSwapDue } from "./swaps.ts";

export interface ComparisonsSetup {
  /** The service's own connection. */
  readonly database: Database;
  /** Opened again by the thread that compares. */
  readonly databaseOptions: DatabaseOptions;
  /** Contains the VIN data. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How often a swap is looked for. */
  readonly everyMs?: number;
}

const everyMsDefault = 2000;
const listsMs = 60_000;
// Statements over many VINs can be slow, and no request waits for them.
const deadlineMs = 600_000;
/** A thread that has not stopped after this time is ended between two of its steps. */
const closedMs = 500;

/** Compares watched VINs in a thread whenever a dataset was swapped, until the returned function is called. */
export function startComparisons(setup: ComparisonsSetup): () => Promise<void> {
  const { database, clock, log, everyMs = everyMsDefault } = setup;
  let running: Running | undefined;
  let closed = false;
  const look = async () => {
    if (running || closed || !(await isSwapDue(database, clock())) || running || closed) return;
    running = new Running(setup);
    await running.ended.finally(() => {
      running = undefined;
    });
  };
  const failed = (error: unknown) => {
    if (!closed) log.warn("cannot compare watched VINs; it will be retried", errorFields(error));
  };
  const looking = setInterval(() => void look().catch(failed), everyMs);
  const sweeping = setInterval(() => void deleteEndedLists(database).catch(failed), listsMs);
  return async () => {
    closed = true;
    clearInterval(looking);
    clearInterval(sweeping);
    await running?.stop();
  };
}

/** A thread that compares all swaps that wait. */
class Running {
  readonly #thread = startThread("src/vehicles/watches/comparison/compare-worker.ts");
  readonly ended: Promise<void>;

  constructor({ databaseOptions, dataDir, log }: ComparisonsSetup) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#thread.onmessage = ({ data }: MessageEvent<CompareMessage>) => {
      if (data.kind === "ended") return data.error === undefined ? resolve() : reject(new Error(data.error));
      const { swap, watches, events, seconds, missing } = data.ended;
      const { family } = swap;
      if (missing) log.warn("cannot compare watched VINs: a dataset was deleted", { family });
      else log.info("compared watched VINs", { family, watches, events, seconds });
    };
    this.#thread.onerror = ({ message }) => reject(new Error(message));
    this.#thread.addEventListener("close", () => reject(new Error("the thread has ended")));
    this.ended = promise.finally(() => this.#thread.terminate());
    const database = { ...databaseOptions, deadlineMs, connectionsMax: comparisonConnections };
    this.#post({ kind: "compare", database, dataDir });
  }

  /** Resolves when the thread has ended; its swap is continued by another. */
  async stop(): Promise<void> {
    this.#post({ kind: "stop" });
    const late = () => new Error("the comparison did not stop");
    await withTimeout(this.ended, closedMs, late).catch(() => this.#thread.terminate());
  }

  #post(task: CompareTask): void {
    this.#thread.postMessage(task);
  }
}
