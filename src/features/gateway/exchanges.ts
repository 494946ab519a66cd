import type { RoutedRequest } from "../../calls/routed.ts";

/** Why an exchange was ended before its answer was whole. */
export type Ending = "client left" | "no answer" | "silent" | "too long";

const sweepMs = 50;

/** How long an answer may take once its headers have come. */
export interface AnswerTimes {
  /** Without a byte. */
  readonly silentMs: number;
  readonly wholeMs: number;
  /** So long the listener may find nothing sent; then its connection must be kept open. */
  readonly quietMs: number;
}

const answerTimes: AnswerTimes = { silentMs: 60_000, wholeMs: 10 * 60_000, quietMs: 10_000 };

/** A request to an upstream, until its answer is whole. */
export class Exchange {
  readonly #open: Set<Exchange>;
  readonly #sweeping: () => void;
  readonly #times: AnswerTimes;
  readonly #controller = new AbortController();
  #routed: Pick<RoutedRequest, "request" | "keepOpen"> | undefined;
  #keptOpen = false;
  #startedAt: number | undefined;
  /** Monotonic: when its headers, or its next bytes, must have come; and its end. */
  #due = Number.POSITIVE_INFINITY;
  #wholeDue: number | undefined;
  #ending: Ending | undefined;

  constructor(open: Set<Exchange>, sweeping: () => void, times: AnswerTimes) {
    this.#open = open;
    this.#sweeping = sweeping;
    this.#times = times;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Microseconds since it began; undefined if it did not. */
  get micros(): number | undefined {
    return this.#startedAt === undefined
      ? undefined
      : Math.round((performance.now() - this.#startedAt) * 1000);
  }

  /** Its headers must come within this time, and before its client leaves, if it has one. */
  begin(timeoutMs: number, routed?: Pick<RoutedRequest, "request" | "keepOpen">): void {
    this.#routed = routed;
    this.#startedAt = performance.now();
    this.#due = this.#startedAt + timeoutMs;
    this.#open.add(this);
    this.#sweeping();
  }

  /** From now on the times of an answer hold. */
  headersCame(): void {
    const now = performance.now();
    this.#due = now + this.#times.silentMs;
    this.#wholeDue = now + this.#times.wholeMs;
  }

  bytesCame(): void {
    this.#due = performance.now() + this.#times.silentMs;
  }

  /** Ends what takes too long, or has no client: to listen to each client would cost a fifth of a call. */
  sweep(now: number): void {
    if (!this.#keptOpen && now > (this.#startedAt ?? now) + this.#times.quietMs) this.#keepOpen(true);
    if (this.#routed?.request.signal.aborted) this.cut("client left");
    else if (this.#wholeDue !== undefined && now > this.#wholeDue) this.cut("too long");
    else if (now > this.#due) this.cut(this.#wholeDue === undefined ? "no answer" : "silent");
  }

  /** Ends it early: the connection to the upstream is cut. */
  cut(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#controller.abort();
    this.end();
  }

  /** Called when its answer is whole, or has failed. */
  end(): void {
    this.#open.delete(this);
    if (this.#keptOpen) this.#keepOpen(false);
  }

  #keepOpen(open: boolean): void {
    this.#keptOpen = open;
    this.#routed?.keepOpen?.(open);
  }
}

/** The exchanges of a process. One timer for all costs less than a timer or a signal for each. */
export class Exchanges {
  readonly #open = new Set<Exchange>();
  readonly #times: AnswerTimes;
  #timer: NodeJS.Timeout | undefined;
  readonly #sweeping = () => {
    this.#timer ??= setInterval(() => this.#sweep(), sweepMs);
  };

  constructor(times = answerTimes) {
    this.#times = times;
  }

  create(): Exchange {
    return new Exchange(this.#open, this.#sweeping, this.#times);
  }

  /** How many are under way. */
  get count(): number {
    return this.#open.size;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #sweep(): void {
    if (this.#open.size === 0) this.close();
    const now = performance.now();
    for (const exchange of this.#open) exchange.sweep(now);
  }
}
