/** A turn that is renewed while something else is waited for. */
export interface Renewing {
  /** Rejects when the turn is lost, or its end was asked for. */
  readonly lost: Promise<never>;
  end(): void;
}

const everyMs = 500;

/** Renews a turn until it is ended: a sender may be silent for longer than a turn is kept without a word. */
export function keepRenewing(renew: () => Promise<void>): Renewing {
  const lost = Promise.withResolvers<never>();
  // Whoever waits for nothing at that moment hears of it at the next one.
  lost.promise.catch(() => undefined);
  const timer = setInterval(() => void renew().catch(lost.reject), everyMs);
  return { lost: lost.promise, end: () => clearInterval(timer) };
}
