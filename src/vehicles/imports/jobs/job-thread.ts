import type { Clock } from "../../../base/clock.ts";
import { startThread } from "../../../base/program/place.ts";
import type { Database } from "../../../database/database.ts";
import { ImportError } from "../input/import-error.ts";
import type { JobMessage, JobTask } from "./job-worker.ts";
import { heldLock, keepAlive } from "./runs.ts";
import type { CompiledPack } from "./vpic-job.ts";

const watchMs = 150;
/** An import that has not stopped after this time is ended between two of its steps. */
const graceMs = 350;

interface Watched {
  readonly database: Database;
  readonly clock: Clock;
}

/** The thread of one import: kept alive in the import's row while it lives, and stopped if the row requests it. */
export class JobThread {
  readonly #thread = startThread("src/vehicles/imports/jobs/job-worker.ts");
  readonly #id: string;
  readonly #watched: Watched;
  readonly #result = Promise.withResolvers<CompiledPack | undefined>();
  readonly #closed = Promise.withResolvers<void>();
  #stopping: Timer | undefined;

  constructor(task: Omit<Extract<JobTask, { kind: "begin" }>, "kind">, watched: Watched) {
    this.#id = task.job.id;
    this.#watched = watched;
    const lock = heldLock(watched.database, task.job.id, watched.clock);
    this.#thread.onmessage = ({ data }: MessageEvent<JobMessage>) => {
      // A stop or a lost lock is noticed by the watch.
      if (data.kind === "progress") void lock.renew(data.progress).catch(() => undefined);
      else if (data.kind === "ended") this.#result.resolve(data.pack);
      else if (data.refused) this.#result.reject(new ImportError(data.shown));
      else this.#result.reject(new JobFailure(data.error, data.shown));
    };
    this.#thread.onerror = ({ message }) => this.#result.reject(new Error(message));
    this.#thread.addEventListener("close", () => {
      this.#result.reject(new Error("the thread has ended"));
      this.#closed.resolve();
    });
    this.#post({ kind: "begin", ...task });
  }

  /**
   * Resolves when the thread has imported, or has failed and recorded that; rejects if nothing is recorded. With a
   * compiled pack, which is not in use yet. The thread has ended then.
   */
  async run(closing: AbortSignal): Promise<CompiledPack | undefined> {
    const close = () => this.#stop(closing.reason as ImportError);
    closing.addEventListener("abort", close);
    if (closing.aborted) close();
    const watch = setInterval(() => void this.#watch(), watchMs);
    try {
      return await this.#result.promise;
    } finally {
      clearInterval(watch);
      clearTimeout(this.#stopping);
      closing.removeEventListener("abort", close);
      this.#thread.terminate();
      await this.#closed.promise;
    }
  }

  async #watch(): Promise<void> {
    const { database, clock } = this.#watched;
    try {
      await keepAlive(database, this.#id, clock());
    } catch (error) {
      // An unreachable database is no fault of the import.
      if (error instanceof ImportError) this.#stop(error);
    }
  }

  #stop(reason: ImportError): void {
    if (this.#stopping) return;
    this.#post({ kind: "stop", reason: reason.message });
    this.#stopping = setTimeout(() => {
      this.#result.reject(reason);
      this.#thread.terminate();
    }, graceMs);
  }

  #post(task: JobTask): void {
    this.#thread.postMessage(task);
  }
}

/** A thread's failure, which it could not record or which is internal. */
export class JobFailure extends Error {
  /** The text of the import's row. */
  readonly shown: string;

  constructor(message: string, shown: string) {
    super(message);
    this.shown = shown;
  }
}
