import { minuteMs } from "../../base/durations.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import type { ListAnswer, ListQuestion, ListsTask } from "./lists-worker.ts";

const threads = new WeakMap<Pack, ListsThread>();

/**
 * A list of a pack, as the body of an answer. It is made in a thread of its own: the lists take 50 ms to be read and
 * up to 20 ms to be written, in which this one would answer nobody.
 */
export function askList(pack: Pack, question: ListQuestion): Promise<Uint8Array> {
  const thread = threads.get(pack) ?? new ListsThread(pack.registry);
  threads.set(pack, thread);
  return thread.ask(question);
}

/** The thread that has a pack's lists, from a question until none has come for a minute: they take 40 MiB. */
export class ListsThread {
  readonly #registry: Uint8Array;
  readonly #idleMs: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  #thread: Worker | undefined;
  #idle: Timer | undefined;
  #last = 0;

  constructor(registry: Uint8Array, idleMs = minuteMs) {
    this.#registry = registry;
    this.#idleMs = idleMs;
  }

  /** Whether there is a thread at the moment. */
  get running(): boolean {
    return this.#thread !== undefined;
  }

  ask(question: ListQuestion): Promise<Uint8Array> {
    this.#last += 1;
    const asked = Promise.withResolvers<Uint8Array>();
    this.#waiting.set(this.#last, asked);
    this.#thread ??= this.#start();
    this.#thread.postMessage({ kind: "question", id: this.#last, question } satisfies ListsTask);
    clearTimeout(this.#idle);
    return asked.promise;
  }

  #start(): Worker {
    const thread = new Worker(new URL("./lists-worker.ts", import.meta.url).href);
    thread.unref();
    thread.onmessage = ({ data }: MessageEvent<ListAnswer>) => this.#received(data);
    thread.onerror = ({ message }) => this.#ended(thread, message);
    thread.addEventListener("close", () => this.#ended(thread, "it ended"));
    // A view is sent with all of the pack, of which it is a part; a copy is not.
    thread.postMessage({ kind: "registry", registry: this.#registry.slice() } satisfies ListsTask);
    return thread;
  }

  #received(answer: ListAnswer): void {
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("body" in answer) asked?.resolve(answer.body);
    else asked?.reject(new Error(answer.error));
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), this.#idleMs);
    this.#idle.unref();
  }

  #end(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.terminate();
  }

  /** Whoever asks next has another thread. */
  #ended(thread: Worker, reason: string): void {
    if (this.#thread !== thread) return;
    this.#end();
    for (const asked of this.#waiting.values())
      asked.reject(new Error(`the thread of vPIC's lists has failed: ${reason}`));
    this.#waiting.clear();
  }
}
