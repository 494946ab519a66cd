import type { TestService } from "../../../../test/harness.ts";
import type { RateLimit } from "../../../metering/rates/rate-limit.ts";

/** Counts rates by the clock that the test moves, in place of the monotonic clock of limits. */
export function countByClock({ app }: TestService): void {
  const windows = new Map<string, { start: number; calls: number }>();
  const take = (name: string, { calls, renewal_period_s: seconds }: RateLimit) => {
    const now = app.clock();
    const found = windows.get(name);
    const window = found && now < found.start + seconds * 1000 ? found : { start: now, calls: 0 };
    windows.set(name, window);
    const admitted = window.calls < calls;
    if (admitted) window.calls += 1;
    const resetSeconds = (window.start + seconds * 1000 - now) / 1000;
    return { admitted, remaining: calls - window.calls, resetSeconds };
  };
  app.limits.rates.take = take;
}
