import { minuteMs } from "../base/durations.ts";
import { startThread } from "../base/program/place.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { tooManyCalls, unavailable } from "../http/errors.ts";
import type { PaperResult, PaperTask } from "./paper-worker.ts";

interface Waiting extends PromiseWithResolvers<Uint8Array> {
  readonly account: string;
}

/** A kind of paper, which a feature draws. */
export interface Drawing<Paper extends object> {
  /** The script that exports a `DrawingModule`, by its path in the project. */
  readonly script: `src/${string}-script.ts`;
  /** Never set: the type of what the script draws, which can be cloned. */
  readonly paper?: Paper;
}

const deadlineMs = 30_000;
const waitingMax = { all: 50, each: 2 } as const;
const late = () => unavailable("The PDF is not ready in time. Retry, or request the JSON.");
const failed = (reason: string) => new Error(`the thread of papers failed: ${reason}`);

/**
 * Renders papers in a thread of its own: a statement of 1,000 lines takes 0.3 s, which would delay all calls here. The
 * thread ends a minute after the last paper, since its fonts take memory.
 */
export class PaperThread {
  readonly #idleMs: number;
  readonly #deadlineMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #idle: Timer | undefined;
  #seq = 0;

  constructor(idleMs = minuteMs, deadline = deadlineMs) {
    this.#idleMs = idleMs;
    this.#deadlineMs = deadline;
  }

  get running(): boolean {
    return this.#thread !== undefined;
  }

  /** Throws 429 if papers of the account wait already, and 503 if too many do or it is not ready in time. */
  async render<Paper extends object>(
    account: string,
    drawing: Drawing<Paper>,
    paper: Paper,
  ): Promise<Uint8Array> {
    const own = [...this.#waiting.values()].filter((one) => one.account === account);
    if (own.length >= waitingMax.each)
      throw tooManyCalls("Papers of this account are being made as PDF. Request the next one after them.", 1);
    if (this.#waiting.size >= waitingMax.all) throw late();
    clearTimeout(this.#idle);
    const seq = ++this.#seq;
    const waiting = { account, ...Promise.withResolvers<Uint8Array>() };
    this.#waiting.set(seq, waiting);
    this.#thread ??= this.#start();
    const thread = this.#thread;
    thread.postMessage({ seq, script: drawing.script, paper } satisfies PaperTask);
    return withTimeout(waiting.promise, this.#deadlineMs, () => {
      // What comes after it may be ready in time with another thread, and can be requested again.
      this.#ended(thread, late());
      return late();
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.terminate();
  }

  #start(): Worker {
    const thread = startThread("src/pdf/paper-worker.ts");
    thread.unref();
    thread.onmessage = ({ data }: MessageEvent<PaperResult>) => this.#received(data);
    thread.onerror = ({ message }) => this.#ended(thread, failed(message));
    thread.addEventListener("close", () => this.#ended(thread, failed("it ended")));
    return thread;
  }

  #received(result: PaperResult): void {
    const waiting = this.#waiting.get(result.seq);
    this.#waiting.delete(result.seq);
    if ("pdf" in result) waiting?.resolve(result.pdf);
    else waiting?.reject(new Error(`a paper cannot be written as PDF: ${result.error}`));
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), this.#idleMs);
    this.#idle.unref();
  }

  /** The next paper starts another thread. */
  #ended(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.close();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** One thread is enough for a process: papers are requested a few times a month. */
export const papers = new PaperThread();
