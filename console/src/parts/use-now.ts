import { useEffect, useState } from "react";

/** The current time, updated at the interval while the page is visible. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setNow(Date.now());
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, running]);
  return now;
}
