import type { Span } from "./spans.ts";

const queuedMax = 2048;
const batchMax = 512;
const everyMs = 5000;

/** Sends spans in batches; resolves when a collector has taken them. */
export type SendSpans = (spans: readonly Span[]) => Promise<void>;

/** Spans on their way to a collector. What does not fit, or is not taken, is dropped: no call waits for it. */
export class SpanQueue {
  readonly #send: SendSpans;
  readonly #failed: (error: unknown) => void;
  #queued: Span[] = [];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;
  #dropped = 0;

  constructor(send: SendSpans, failed: (error: unknown) => void) {
    this.#send = send;
    this.#failed = failed;
  }

  get sent(): number {
    return this.#sent;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(span: Span): void {
    if (this.#queued.length >= queuedMax) {
      this.#dropped += 1;
      return;
    }
    this.#queued.push(span);
    if (this.#queued.length >= batchMax) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), everyMs).unref();
  }

  /** Sends what is queued; resolves when it is sent or dropped. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#queued.length > 0) {
      const batch = this.#queued.slice(0, batchMax);
      this.#queued = this.#queued.slice(batchMax);
      try {
        await this.#send(batch);
        this.#sent += batch.length;
      } catch (error) {
        this.#dropped += batch.length;
        this.#failed(error);
      }
    }
  }
}
