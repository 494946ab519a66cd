import { minuteMs } from "../../base/durations.ts";
import { FairQueue } from "../../base/fair/fair-queue.ts";
import { startThread } from "../../base/program/place.ts";
import { withTimeout } from "../../base/with-timeout.ts";
import { tooManyCalls, unavailable } from "../../http/errors.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import type { ListAnswer, ListRequest, ListsTask } from "./lists-worker.ts";

const threads = new WeakMap<Pack, ListsThread>();
/** Long enough for a busy machine: clients of vPIC do not repeat a call. */
const deadlineMs = 10_000;
/** What the operation may take: longer, because its timeout would name the database. */
export const listMs = deadlineMs + 1000;
/** Requests that wait, of all accounts and of each: lists are free. */
const waitingMax = { all: 1000, each: 100 } as const;
/** The thread always has a request to go on with, and few are before the next account's. */
const sentMax = 2;
const late = () => unavailable("vPIC's lists are being prepared. Nothing was charged. Retry.");

/**
 * The body of a response with one of a pack's lists. A thread makes it: reading the lists takes 50 ms and writing one
 * up to 20 ms, which would delay all requests here. Throws 503 if the list is not ready in time; a retry finds it. Throws
 * 429 if too many lists of the account wait.
 */
export async function readList(
  pack: Pack,
  account: string,
  request: ListRequest,
  timeoutMs = deadlineMs,
): Promise<Uint8Array> {
  const thread = threads.get(pack) ?? new ListsThread(pack.registry);
  threads.set(pack, thread);
  return withTimeout(thread.read(account, request), timeoutMs, late);
}

/** The thread with a pack's lists, which take 40 MiB. It ends a minute after the last request. Accounts take turns. */
export class ListsThread {
  readonly #registry: Uint8Array;
  readonly #idleMs: number;
  readonly #pending = new Map<string, PromiseWithResolvers<Uint8Array>>();
  #waiting = new FairQueue<Extract<ListsTask, { kind: "request" }>>();
  #sent = 0;
  #thread: Worker | undefined;
  #idle: Timer | undefined;

  constructor(registry: Uint8Array, idleMs = minuteMs) {
    this.#registry = registry;
    this.#idleMs = idleMs;
  }

  get running(): boolean {
    return this.#thread !== undefined;
  }

  /** Equal requests at the same time are one: a list is written once for all of them. */
  async read(account: string, request: ListRequest): Promise<Uint8Array> {
    const id = JSON.stringify(request);
    const same = this.#pending.get(id);
    if (same) return same.promise;
    if (this.#waiting.sizeOf(account) >= waitingMax.each)
      throw tooManyCalls("Too many of your calls wait for vPIC's lists. Nothing was charged.", 1);
    if (this.#waiting.size >= waitingMax.all) throw late();
    const pending = Promise.withResolvers<Uint8Array>();
    this.#pending.set(id, pending);
    this.#waiting.add(account, { kind: "request", id, request });
    this.#thread ??= this.#start();
    this.#sendNext();
    clearTimeout(this.#idle);
    return pending.promise;
  }

  #sendNext(): void {
    while (this.#thread && this.#sent < sentMax) {
      const task = this.#waiting.next();
      if (!task) return;
      this.#sent += 1;
      this.#thread.postMessage(task);
    }
  }

  #start(): Worker {
    const thread = startThread("src/features/nhtsa-api/lists-worker.ts");
    thread.unref();
    thread.onmessage = ({ data }: MessageEvent<ListAnswer>) => this.#received(data);
    thread.onerror = ({ message }) => this.#ended(thread, message);
    thread.addEventListener("close", () => this.#ended(thread, "it ended"));
    // Sending a view would send the whole pack; a copy does not.
    thread.postMessage({ kind: "registry", registry: this.#registry.slice() } satisfies ListsTask);
    return thread;
  }

  #received(answer: ListAnswer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    this.#sent -= 1;
    if ("body" in answer) pending?.resolve(answer.body);
    else pending?.reject(new Error(answer.error));
    this.#sendNext();
    if (this.#pending.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), this.#idleMs);
    this.#idle.unref();
  }

  #end(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.terminate();
  }

  /** The next request starts another thread. */
  #ended(thread: Worker, reason: string): void {
    if (this.#thread !== thread) return;
    this.#end();
    for (const pending of this.#pending.values())
      pending.reject(new Error(`the thread of vPIC's lists failed: ${reason}`));
    this.#pending.clear();
    this.#waiting = new FairQueue();
    this.#sent = 0;
  }
}
