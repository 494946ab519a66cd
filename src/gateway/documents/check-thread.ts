import { startThread } from "../../base/program/place.ts";
import { unavailable } from "../../http/errors.ts";
import type { ValidationIssue } from "../../http/validation/issues.ts";
import type { ThreadResult, ThreadTask } from "./check-worker.ts";
import type { CheckedCall } from "./checks.ts";

type CheckTask = Extract<ThreadTask, { kind: "check" }>;
type LoadTask = Extract<ThreadTask, { kind: "load" }>;

interface Job {
  readonly task: CheckTask;
  resolve(issues: readonly ValidationIssue[]): void;
  reject(error: Error): void;
}

/** Hostile patterns take forever: the thread is then ended, and another one checks the calls that wait. */
const checkMs = 1000;
const loadMs = 30_000;
const jobsMax = 1000;

/** Checks calls in a thread of its own, which starts with the first document. */
export class CheckThread {
  readonly #failed: (error: unknown) => void;
  readonly #documents = new Map<string, LoadTask>();
  /** In the order in which the thread takes them. */
  readonly #jobs = new Map<number, Job>();
  #thread: Worker | undefined;
  #seq = 0;
  #loading = 0;
  #late: NodeJS.Timeout | undefined;

  /** `failed` is called with what a thread could not do. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Checks the calls of an API by its document from now on. */
  load(id: string, contract: string, operations: string): void {
    const task: LoadTask = { kind: "load", id, contract, operations };
    this.#documents.set(id, task);
    if (this.#thread) this.#send(task);
    else this.#start();
  }

  unload(id: string): void {
    if (this.#documents.delete(id)) this.#thread?.postMessage({ kind: "unload", id } satisfies ThreadTask);
    if (this.#documents.size === 0 && this.#jobs.size === 0) this.close();
  }

  /** What does not fit. Throws 503 if that cannot be known within a second. */
  check(id: string, index: number, call: CheckedCall): Promise<readonly ValidationIssue[]> {
    if (this.#jobs.size >= jobsMax) throw unavailable("Too many calls wait for their check. Retry.");
    const seq = ++this.#seq;
    const task: CheckTask = { kind: "check", seq, id, index, call };
    return new Promise((resolve, reject) => {
      this.#jobs.set(seq, { task, resolve, reject });
      this.#send(task);
      if (this.#jobs.size === 1) this.#watch();
    });
  }

  close(): void {
    clearTimeout(this.#late);
    this.#thread?.terminate();
    this.#thread = undefined;
    this.#loading = 0;
  }

  #start(): void {
    const thread = startThread("src/gateway/documents/check-worker.ts");
    thread.onmessage = ({ data }: MessageEvent<ThreadResult>) => this.#received(thread, data);
    thread.onerror = ({ message }) => this.#restart(thread, new Error(message));
    this.#thread = thread;
    for (const task of this.#documents.values()) this.#send(task);
    for (const { task } of this.#jobs.values()) this.#send(task);
    this.#watch();
  }

  #send(task: LoadTask | CheckTask): void {
    if (task.kind === "load") this.#loading += 1;
    this.#thread?.postMessage(task);
  }

  #received(thread: Worker, result: ThreadResult): void {
    if (thread !== this.#thread) return;
    if (result.kind === "loaded") {
      this.#loading -= 1;
      if (result.error !== undefined) this.#failed(new Error(result.error));
    } else {
      const job = this.#jobs.get(result.seq);
      this.#jobs.delete(result.seq);
      if (result.kind === "checked") job?.resolve(result.issues);
      else {
        this.#failed(new Error(result.error));
        job?.reject(notChecked());
      }
    }
    this.#watch();
  }

  /** The first job has a second from when it became the first. */
  #watch(): void {
    clearTimeout(this.#late);
    const thread = this.#thread;
    if (!thread || this.#jobs.size === 0) return;
    const ms = this.#loading > 0 ? loadMs : checkMs;
    this.#late = setTimeout(
      () => this.#restart(thread, new Error("a call could not be checked in time")),
      ms,
    );
  }

  /** Ends a thread that failed at its first job. */
  #restart(thread: Worker, error: Error): void {
    if (thread !== this.#thread) return;
    this.#failed(error);
    this.close();
    const [first] = this.#jobs.values();
    if (first) {
      this.#jobs.delete(first.task.seq);
      first.reject(notChecked());
    }
    if (this.#documents.size > 0) this.#start();
  }
}

const notChecked = () =>
  unavailable("The call could not be checked by the API's document. Nothing was charged.");
