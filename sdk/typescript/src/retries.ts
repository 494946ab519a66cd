import { ApiError, ConnectionError } from "./errors.ts";

/** How often and how long a call waits for another try. */
export interface RetryLimits {
  /** Tries after the first one, and in a batch without any new answer between them. */
  readonly retries: number;
  /** A longer `Retry-After` is thrown instead. */
  readonly maxWaitMs: number;
}

/**
 * What a second try may cost. `charged`: a lookup is repeated as the call whose answer was lost; `keyed`: an
 * `Idempotency-Key` makes it one call; `free`: it changes and costs nothing; `never`: it could have two effects.
 */
export type Repeat = "charged" | "keyed" | "free" | "never";

const firstMs = 500;
const longestMs = 8000;
/** Other nodes can read a charged call after a second. */
const recordedMs = 1200;

/** The milliseconds to wait before another try; undefined if the error must be thrown. */
export function waitBefore(
  error: unknown,
  tries: number,
  repeat: Repeat,
  limits: RetryLimits,
): number | undefined {
  if (tries >= limits.retries) return undefined;
  const least = Math.min(firstMs * 2 ** tries, longestMs) / 2;
  if (error instanceof ConnectionError) {
    if (repeat === "never" && !error.isUnsent) return undefined;
    return spread(Math.max(least, repeat === "charged" ? recordedMs : 0), least);
  }
  if (!(error instanceof ApiError)) return undefined;
  const { status, retryAfter } = error;
  const isEarly = status === 409 && retryAfter !== undefined && repeat === "keyed";
  if (status !== 429 && !isEarly && (status !== 503 || repeat === "never")) return undefined;
  const wait = (retryAfter ?? 0) * 1000;
  if (wait > limits.maxWaitMs) return undefined;
  return spread(Math.max(wait, least), Math.max(wait / 4, least));
}

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
