/** An import lock that is renewed while a file arrives. */
export interface Renewing {
  /** Rejects when the lock is lost or a stop was requested. */
  readonly lost: Promise<never>;
  end(): void;
}

const everyMs = 500;

/** Renews a lock until it is ended: a sender can be silent for longer than a lock lasts. */
export function keepRenewing(renew: () => Promise<void>): Renewing {
  const lost = Promise.withResolvers<never>();
  // Without a waiter at that moment, the rejection would be unhandled.
  lost.promise.catch(() => undefined);
  const timer = setInterval(() => void renew().catch(lost.reject), everyMs);
  return { lost: lost.promise, end: () => clearInterval(timer) };
}
