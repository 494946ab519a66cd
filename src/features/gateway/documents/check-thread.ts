import { FairQueue } from "../../../base/fair/fair-queue.ts";
import { startThread } from "../../../base/program/place.ts";
import { tooManyCalls, unavailable } from "../../../http/errors.ts";
import type { ValidationIssue } from "../../../http/validation/issues.ts";
import type { ThreadResult, ThreadTask } from "./check-worker.ts";
import type { CheckedCall } from "./checks.ts";

type CheckTask = Extract<ThreadTask, { kind: "check" }>;
type LoadTask = Extract<ThreadTask, { kind: "load" }>;

interface Job {
  readonly task: CheckTask;
  /** Monotonic. */
  readonly since: number;
  spent(ms: number): void;
  resolve(issues: readonly ValidationIssue[]): void;
  reject(error: Error): void;
}

/** Nested choices can take forever: the thread is then ended, and another one checks the calls that wait. */
const checkMs = 1000;
/** What a check costs that was ended. */
const endedCostMs = 5000;
const loadMs = 30_000;
/** A call that has waited so long is refused: its client should not wait longer. */
const waitMs = 2000;
const jobsMax = { all: 1000, each: 100 } as const;
/** The thread always has a job to go on with, and few jobs are before the next payer's. */
const sentMax = 2;

/** Checks calls in a thread of its own. Accounts take turns. */
export class CheckThread {
  readonly #failed: (error: unknown) => void;
  readonly #early: boolean;
  readonly #documents = new Map<string, LoadTask>();
  readonly #waiting = new FairQueue<Job>();
  /** Those that the thread has, in their order. */
  readonly #sent = new Map<number, Job>();
  #thread: Worker | undefined;
  #seq = 0;
  #loading = 0;
  #late: NodeJS.Timeout | undefined;

  /** `failed` is called with what a thread could not do. `early`: it starts with the first document, not with a call. */
  constructor(failed: (error: unknown) => void, early: boolean) {
    this.#failed = failed;
    this.#early = early;
  }

  /** Checks the calls of an API by its document from now on. */
  load(id: string, contract: string, operations: string): void {
    const task: LoadTask = { kind: "load", id, contract, operations };
    this.#documents.set(id, task);
    if (this.#thread) this.#load(this.#thread, task);
    else if (this.#early) this.#start();
  }

  unload(id: string): void {
    if (this.#documents.delete(id)) this.#thread?.postMessage({ kind: "unload", id } satisfies ThreadTask);
    if (this.#documents.size === 0 && this.#sent.size === 0) this.close();
  }

  /**
   * What does not fit. `spent` is called with the milliseconds that the check took. Throws 429 if the account has too
   * many calls that wait, and 503 if all have, or if the result cannot be known in time.
   */
  check(
    account: string,
    id: string,
    index: number,
    call: CheckedCall,
    spent: (ms: number) => void,
  ): Promise<readonly ValidationIssue[]> {
    if (this.#waiting.sizeOf(account) >= jobsMax.each)
      throw tooManyCalls(
        "Too many of your calls wait to be checked by this API's document. Nothing was charged.",
        1,
      );
    if (this.#waiting.size >= jobsMax.all)
      throw unavailable("Too many calls wait to be checked. Nothing was charged. Retry.");
    const task: CheckTask = { kind: "check", seq: ++this.#seq, id, index, call };
    return new Promise((resolve, reject) => {
      this.#waiting.add(account, { task, since: performance.now(), spent, resolve, reject });
      if (!this.#thread) this.#start();
      this.#sendNext();
    });
  }

  close(): void {
    clearTimeout(this.#late);
    this.#thread?.terminate();
    this.#thread = undefined;
    this.#loading = 0;
  }

  #start(): void {
    const thread = startThread("src/features/gateway/documents/check-worker.ts");
    thread.onmessage = ({ data }: MessageEvent<ThreadResult>) => this.#received(thread, data);
    thread.onerror = ({ message }) => this.#restart(thread, new Error(message));
    this.#thread = thread;
    for (const task of this.#documents.values()) this.#load(thread, task);
  }

  #load(thread: Worker, task: LoadTask): void {
    this.#loading += 1;
    thread.postMessage(task);
    this.#watch();
  }

  #sendNext(): void {
    const thread = this.#thread;
    const before = this.#sent.size;
    while (thread && this.#sent.size < sentMax) {
      const job = this.#waiting.next();
      if (!job) break;
      if (performance.now() - job.since > waitMs) {
        job.reject(unavailable("The call waited too long to be checked. Nothing was charged. Retry."));
        continue;
      }
      this.#sent.set(job.task.seq, job);
      thread.postMessage(job.task);
    }
    if (before === 0) this.#watch();
  }

  #received(thread: Worker, result: ThreadResult): void {
    if (thread !== this.#thread) return;
    if (result.kind === "loaded") {
      this.#loading -= 1;
      if (result.error !== undefined) this.#failed(new Error(result.error));
    } else {
      const job = this.#sent.get(result.seq);
      this.#sent.delete(result.seq);
      job?.spent(result.ms);
      if (result.kind === "checked") job?.resolve(result.issues);
      else {
        this.#failed(new Error(result.error));
        job?.reject(notChecked());
      }
      this.#sendNext();
    }
    this.#watch();
  }

  /** The first job has a second from when it became the first. */
  #watch(): void {
    clearTimeout(this.#late);
    const thread = this.#thread;
    if (!thread || (this.#sent.size === 0 && this.#loading === 0)) return;
    const ms = this.#loading > 0 ? loadMs : checkMs;
    this.#late = setTimeout(
      () => this.#restart(thread, new Error("a call could not be checked in time")),
      ms,
    );
  }

  /** Ends a thread that failed at its first job; the others are sent to the next one. */
  #restart(thread: Worker, error: Error): void {
    if (thread !== this.#thread) return;
    this.#failed(error);
    const wasLoading = this.#loading > 0;
    this.close();
    const [first, ...others] = this.#sent.values();
    this.#sent.clear();
    if (first) {
      if (!wasLoading) first.spent(endedCostMs);
      first.reject(notChecked());
    }
    if (this.#documents.size > 0) this.#start();
    for (const job of others) {
      this.#sent.set(job.task.seq, job);
      this.#thread?.postMessage(job.task);
    }
    this.#sendNext();
    this.#watch();
  }
}

const notChecked = () =>
  unavailable("The call could not be checked by the API's document. Nothing was charged.");
