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

/** A credential may follow so many streams at once on each node: a few tabs, not a crowd. */
const ofOneMax = 12;
const ofAllMax = 500;
// The port closes connections on which nothing is sent for 30 s.
const keepAliveMs = 5000;

/** The streams of events that are open on this node. */
export class EventStreams {
  readonly #ofEach = new Map<string, number>();
  readonly #leaving = new AbortController();
  readonly #failed: (error: unknown) => void;
  #total = 0;

  /** `failed` is told of what ends a stream and is no unreachable database. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get total(): number {
    return this.#total;
  }

  /** Ends all of them, and every one that is opened from now on: the port is being left. */
  end(): void {
    this.#leaving.abort();
  }

  /** Opens a stream. Throws 429 where its caller, or all callers together, follow too many. */
  open(caller: Caller, request: Request, seconds: number | undefined, follow: Events): StreamedAnswer {
    const name = nameOf(caller);
    const own = this.#ofEach.get(name) ?? 0;
    if (own >= ofOneMax || this.#total >= ofAllMax)
      throw tooManyCalls(`At most ${ofOneMax} streams of events may be open at once; close one first.`, 1);
    this.#ofEach.set(name, own + 1);
    this.#total += 1;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, request.signal, this.#leaving.signal]);
    const lastEventId = request.headers.get("last-event-id") ?? undefined;
    const events = follow({ signal, lastEventId })[Symbol.asyncIterator]();
    const body = streamOf(events, signal, seconds ?? streamSecondsMax, this.#failed, () => {
      if (ended.signal.aborted) return;
      ended.abort();
      this.#total -= 1;
      const left = (this.#ofEach.get(name) ?? 1) - 1;
      if (left > 0) this.#ofEach.set(name, left);
      else this.#ofEach.delete(name);
    });
    // Proxies that collect answers before they pass them on would show nothing.
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
  const end = (controller: ReadableStreamDefaultController) => {
    ended();
    void events.return?.();
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
          const got = await eitherOf(next, signal);
          if (got === "over" || (got !== "silent" && got.done)) return end(controller);
          controller.enqueue(Buffer.from(got === "silent" ? keepAliveText : eventText(got.value)));
          if (got !== "silent") next = undefined;
          if (performance.now() >= until) end(controller);
        } catch (error) {
          // Whoever follows asks again and is answered then, with an error or with events.
          if (!(error instanceof DatabaseUnavailable)) failed(error);
          end(controller);
        }
      },
      cancel() {
        ended();
        void events.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The next event, or that there was none for a while, or that nobody is to be told any. */
function eitherOf(
  next: Promise<IteratorResult<ServerEvent>>,
  signal: AbortSignal,
): Promise<IteratorResult<ServerEvent> | "silent" | "over"> {
  const { promise, resolve, reject } = Promise.withResolvers<
    IteratorResult<ServerEvent> | "silent" | "over"
  >();
  const timer = setTimeout(() => resolve("silent"), keepAliveMs);
  const over = () => resolve("over");
  signal.addEventListener("abort", over, { once: true });
  if (signal.aborted) over();
  next.then(resolve, reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", over);
  });
}
