import { hourMs } from "../base/durations.ts";
import type { Log } from "../base/log.ts";

/** Warns, at most once an hour, of `X-Forwarded-For` from an untrusted address. */
export function createForwardedWarning(log: Log, now = () => performance.now()): (socket: string) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (socket) => {
    if (now() - warnedAt < hourMs) return;
    warnedAt = now();
    log.warn("X-Forwarded-For is ignored because its sender is not trusted; all its clients count as one", {
      sender: socket,
      setting: "VINGATE_TRUSTED_PROXIES",
    });
  };
}
