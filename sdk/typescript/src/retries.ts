import { ApiError, ConnectionError } from "./errors.ts";
import { repeats } from "./repeats.gen.ts";

/** How often and how long a call waits for another try. */
export interface RetryLimits {
  /** Tries after the first one, and in a batch without any new answer between them. */
  readonly retries: number;
  /** No try begins so many milliseconds after the first one, or after the last new answer of a batch. */
  readonly maxWaitMs: number;
}

export const retryDefaults: RetryLimits = { retries: repeats.retries, maxWaitMs: repeats.seconds * 1000 };

/**
 * What a second try may cost. `charged`: a lookup is repeated as the call whose answer was lost; `keyed`: an
 * `Idempotency-Key` makes it one call; `free`: it changes and costs nothing; `never`: it could have two effects.
 */
export type Repeat = "charged" | "keyed" | "free" | "never";

const firstMs = 500;
const longestMs = 8000;
/** Other nodes can read a charged call after a second. */
const recordedMs = 1200;

/** The tries of a call, or of a part of a batch. */
export class Tries {
  readonly #limits: RetryLimits;
  #made = 0;
  #isOnceUsed = false;
  #since = performance.now();

  constructor(limits: RetryLimits) {
    this.#limits = limits;
  }

  /** Milliseconds since the first try, or since the last new answer of a batch. */
  get spentMs(): number {
    return performance.now() - this.#since;
  }

  /** After a new answer of a batch. */
  progressed(): void {
    this.#made = 0;
    this.#isOnceUsed = false;
    this.#since = performance.now();
  }

  /** The milliseconds to wait before another try, which counts; undefined if the error must be thrown. */
  waitAfter(error: unknown, repeat: Repeat): number | undefined {
    const { retries, maxWaitMs } = this.#limits;
    if (this.#made >= retries) return undefined;
    const wait = this.#wait(error, repeat);
    if (wait === undefined || this.spentMs + wait > maxWaitMs) return undefined;
    this.#made += 1;
    return wait;
  }

  #wait(error: unknown, repeat: Repeat): number | undefined {
    const least = Math.min(firstMs * 2 ** this.#made, longestMs) / 2;
    const own = spread(Math.max(least, repeat === "charged" ? recordedMs : 0), least);
    if (error instanceof ConnectionError && error.isUnsent) return own;
    if (error instanceof ConnectionError || isUnsure(error)) return repeat === "never" ? undefined : own;
    if (!(error instanceof ApiError)) return undefined;
    const { status, retryAfter } = error;
    if (isAmong(repeats.once, status)) {
      if (repeat !== "keyed" || this.#isOnceUsed) return undefined;
      this.#isOnceUsed = true;
      return own;
    }
    const isEarly = status === 409 && retryAfter !== undefined && repeat === "keyed";
    if (!isEarly && !isAmong(repeats.retryAfter, status)) return undefined;
    if (repeat === "never" && status !== 429) return undefined;
    const wait = (retryAfter ?? 0) * 1000;
    return spread(Math.max(wait, least), Math.max(wait / 4, least));
  }
}

const isAmong = (statuses: readonly number[], status: number): boolean => statuses.includes(status);

/** An answer that something between the client and the service gave, perhaps after the service had charged. */
export const isUnsure = (error: unknown): error is ApiError =>
  error instanceof ApiError && isAmong(repeats.unsure, error.status);

/** The milliseconds to wait until a process that has died reports its calls. That is no try. */
export const waitForRecovery = ({ retryAfter = 1 }: ApiError): number =>
  spread(retryAfter * 1000, retryAfter * 250);

/** Many clients that were refused together return one after another. */
const spread = (waitMs: number, moreMs: number): number => waitMs + Math.random() * moreMs;

/** Resolves after a time. Throws the signal's reason if it is aborted before. */
export function sleep(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, waitMs);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
