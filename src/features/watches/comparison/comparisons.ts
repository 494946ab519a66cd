import { errorFields } from "../../../base/log.ts";
import { startThread } from "../../../base/program/place.ts";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { Context } from "../../../calls/context.ts";
import { comparisonConnections, type DatabaseOptions } from "../../../database/open.ts";
import type { Opened } from "../../../running/opened.ts";
import { deleteEndedLists } from "../ended-lists.ts";
import type { CompareMessage, CompareTask } from "./compare-worker.ts";
import { isSwapDue } from "./swaps.ts";

const everyMsDefault = 2000;
const listsMs = 60_000;
// Statements over many VINs can be slow, and no request waits for them.
const deadlineMs = 600_000;
/** A thread that has not stopped after this time is ended between two of its steps. */
const closedMs = 500;

export interface ComparisonsSetup extends Pick<Context, "clock" | "database" | "log"> {
  /** Opened again by the thread that compares. */
  readonly databaseOptions: DatabaseOptions;
  /** Contains the VIN data. */
  readonly dataDir: string;
  /** How often a swap is looked for. */
  readonly everyMs?: number;
}

/** Compares watched VINs in a thread whenever a dataset was swapped. */
export class Comparisons implements Opened {
  readonly #setup: ComparisonsSetup;
  readonly #timers: Timer[] = [];
  #running: Running | undefined;
  #isStopped = false;

  constructor(setup: ComparisonsSetup) {
    this.#setup = setup;
  }

  start(): void {
    const { database, log, everyMs = everyMsDefault } = this.#setup;
    const failed = (error: unknown) => {
      if (!this.#isStopped) log.warn("cannot compare watched VINs; it will be retried", errorFields(error));
    };
    this.#timers.push(
      setInterval(() => void this.#look().catch(failed), everyMs),
      setInterval(() => void deleteEndedLists(database).catch(failed), listsMs),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running?.stop();
  }

  async #look(): Promise<void> {
    const { clock, database } = this.#setup;
    const isBusy = () => this.#running !== undefined || this.#isStopped;
    if (isBusy() || !(await isSwapDue(database, clock())) || isBusy()) return;
    this.#running = new Running(this.#setup);
    await this.#running.ended.finally(() => {
      this.#running = undefined;
    });
  }
}

/** A thread that compares all swaps that wait. */
class Running {
  readonly #thread = startThread("src/features/watches/comparison/compare-worker.ts");
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
