import { Shares } from "../../base/shares.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import type { StreamedAnswer } from "../../http/endpoint.ts";
import { tooManyCalls } from "../../http/errors.ts";
import {
  type Events,
  eventStreamType,
  eventText,
  keepAliveText,
  retryText,
  type ServerEvent,
  streamSecondsMax,
} from "../../http/event-text.ts";
import type { OpenCall, OpenCalls } from "./open-calls.ts";

/** Simultaneous streams of one account on each node: enough for several tabs. */
const perAccountMax = 12;
const totalMax = 500;
/** A tenth is for operators alone. */
const customersMax = totalMax * 0.9;
/** Those of customers from one network, which can have many accounts. */
const networkMax = { all: customersMax, each: 100 };
// The port closes connections after 30 s without data.
const keepAliveMs = 5000;

/** Why a stream is cut: its caller would be refused now. */
const cut = "the credential has ended";
/** The last event of such a stream. */
const endedEvent: ServerEvent = { event: "ended", data: { reason: cut } };

/** A stream that opens. Without a network its client is local. */
interface Opening extends Omit<OpenCall, "cut"> {
  readonly network: string | undefined;
}

/** The open event streams of this node. */
export class EventStreams {
  readonly #perAccount = new Map<string, number>();
  readonly #perNetwork = new Shares();
  readonly #calls: OpenCalls;
  readonly #leaving = new AbortController();
  readonly #failed: (error: unknown) => void;
  #total = 0;
  #ofCustomers = 0;

  /** `failed` is called with an error that ends a stream, except an unreachable database. */
  constructor(calls: OpenCalls, failed: (error: unknown) => void) {
    this.#calls = calls;
    this.#failed = failed;
  }

  get total(): number {
    return this.#total;
  }

  /** Ends all streams, and later ones when they open: the process leaves its port. */
  end(): void {
    this.#leaving.abort();
  }

  /** Opens a stream. Throws 429 if its account, its network, or all accounts together, have too many. */
  open(
    { network, ...opening }: Opening,
    request: Request,
    seconds: number | undefined,
    follow: Events,
  ): StreamedAnswer {
    const ended = new AbortController();
    const uncount = this.#take(opening.caller, network);
    const forget = this.#calls.add({ ...opening, cut: () => ended.abort(cut) });
    const release = () => {
      forget();
      uncount();
    };
    const signal = AbortSignal.any([ended.signal, request.signal, this.#leaving.signal]);
    if (signal.aborted) release();
    else signal.addEventListener("abort", release, { once: true });
    const lastEventId = request.headers.get("last-event-id") ?? undefined;
    const events = follow({ signal, lastEventId })[Symbol.asyncIterator]();
    const body = streamOf(events, signal, seconds ?? streamSecondsMax, this.#failed, () => ended.abort());
    // A proxy that buffers the answer would show no event.
    return {
      body,
      type: eventStreamType,
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" },
    };
  }

  /** Counts a stream; returns what removes it from the counts. */
  #take(caller: Caller, network = ""): () => void {
    const account = accountOf(caller);
    const own = this.#perAccount.get(account) ?? 0;
    if (own >= perAccountMax)
      throw tooManyCalls(`Limit reached: ${perAccountMax} event streams per account. Close one first.`, 1);
    const ofCustomers = isOperator(caller) ? 0 : 1;
    if (this.#total >= totalMax || (ofCustomers > 0 && this.#ofCustomers >= customersMax))
      throw tooManyCalls("All event streams of this node are in use. Retry later.", 10);
    const ofNetwork = network === "" ? 0 : ofCustomers;
    if (this.#perNetwork.take(network, ofNetwork, networkMax) !== undefined)
      throw tooManyCalls(`Limit reached: ${networkMax.each} event streams per network. Close one first.`, 1);
    const count = (by: 1 | -1) => {
      const left = (this.#perAccount.get(account) ?? 0) + by;
      if (left > 0) this.#perAccount.set(account, left);
      else this.#perAccount.delete(account);
      this.#total += by;
      this.#ofCustomers += by * ofCustomers;
    };
    count(1);
    return () => {
      count(-1);
      this.#perNetwork.release(network, ofNetwork);
    };
  }
}

function accountOf(caller: Caller): string {
  return caller.kind === "user" ? `user ${caller.userId}` : caller.kind;
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
  let left = false;
  const leave = () => {
    left = true;
    ended();
    void events.return?.();
  };
  const end = (controller: ReadableStreamDefaultController) => {
    // The stream of a client that has left is closed already.
    if (left) return;
    if (signal.reason === cut) controller.enqueue(Buffer.from(eventText(endedEvent)));
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
          if (left || signal.aborted || got === "ended" || (got !== "silent" && got.done))
            return end(controller);
          controller.enqueue(Buffer.from(got === "silent" ? keepAliveText : eventText(got.value)));
          if (got !== "silent") next = undefined;
          if (performance.now() >= until) end(controller);
        } catch (error) {
          // The client reconnects, and then receives an error or events.
          if (!left && !(error instanceof DatabaseUnavailable)) failed(error);
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
