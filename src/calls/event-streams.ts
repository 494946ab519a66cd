import { DatabaseUnavailable } from "../database/errors.ts";
import type { Caller } from "../http/caller.ts";
import type { StreamedAnswer } from "../http/endpoint.ts";
import { tooManyCalls } from "../http/errors.ts";
import {
  type Events,
  eventStreamType,
  eventText,
  keepAliveText,
  retryText,
  type ServerEvent,
  streamSecondsMax,
} from "../http/event-text.ts";

/** Simultaneous streams of one credential on each node: enough for several tabs. */
const perCallerMax = 12;
const totalMax = 500;
// The port closes connections after 30 s without data.
const keepAliveMs = 5000;

/** The open event streams of this node. */
export class EventStreams {
  readonly #perCaller = new Map<string, number>();
  readonly #leaving = new AbortController();
  readonly #failed: (error: unknown) => void;
  #total = 0;

  /** `failed` is called with an error that ends a stream, except an unreachable database. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get total(): number {
    return this.#total;
  }

  /** Ends all streams, and later ones when they open: the process leaves its port. */
  end(): void {
    this.#leaving.abort();
  }

  /** Opens a stream. Throws 429 if its caller, or all callers together, have too many. */
  open(caller: Caller, request: Request, seconds: number | undefined, follow: Events): StreamedAnswer {
    const name = nameOf(caller);
    const own = this.#perCaller.get(name) ?? 0;
    if (own >= perCallerMax || this.#total >= totalMax)
      throw tooManyCalls(`Limit reached: ${perCallerMax} event streams per session. Close one first.`, 1);
    this.#perCaller.set(name, own + 1);
    this.#total += 1;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, request.signal, this.#leaving.signal]);
    const lastEventId = request.headers.get("last-event-id") ?? undefined;
    const events = follow({ signal, lastEventId })[Symbol.asyncIterator]();
    const body = streamOf(events, signal, seconds ?? streamSecondsMax, this.#failed, () => {
      if (ended.signal.aborted) return;
      ended.abort();
      this.#total -= 1;
      const left = (this.#perCaller.get(name) ?? 1) - 1;
      if (left > 0) this.#perCaller.set(name, left);
      else this.#perCaller.delete(name);
    });
    // A proxy that buffers the answer would show no event.
    return {
      body,
      type: eventStreamType,
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" },
    };
  }
}

function nameOf(caller: Caller): string {
  return caller.kind === "user" ? `user ${caller.digest}` : caller.kind;
}

function streamOf(
  events: AsyncIterator<ServerEvent>,
  signal: AbortSignal,
  seconds: number,
  failed: (error: unknown) => void,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const until = performance.now() + seconds * 1000;
  let next: Promise<IteratorResult<ServerEvent>> | undefined;
  let begun = false;
  const leave = () => {
    ended();
    void events.return?.();
  };
  const end = (controller: ReadableStreamDefaultController) => {
    leave();
    controller.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!begun) {
          begun = true;
          return controller.enqueue(Buffer.from(retryText));
        }
        try {
          next ??= events.next();
          const got = await nextOf(next, signal);
          if (got === "ended" || (got !== "silent" && got.done)) return end(controller);
          controller.enqueue(Buffer.from(got === "silent" ? keepAliveText : eventText(got.value)));
          if (got !== "silent") next = undefined;
          if (performance.now() >= until) end(controller);
        } catch (error) {
          // The client reconnects, and then receives an error or events.
          if (!(error instanceof DatabaseUnavailable)) failed(error);
          end(controller);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

/** The next event, a keep-alive, or the end. */
function nextOf(
  next: Promise<IteratorResult<ServerEvent>>,
  signal: AbortSignal,
): Promise<IteratorResult<ServerEvent> | "silent" | "ended"> {
  const { promise, resolve, reject } = Promise.withResolvers<
    IteratorResult<ServerEvent> | "silent" | "ended"
  >();
  const timer = setTimeout(() => resolve("silent"), keepAliveMs);
  const end = () => resolve("ended");
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  next.then(resolve, reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  });
}
