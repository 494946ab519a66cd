/** Counts events by name within a sliding window, in memory and per process. */
export interface Attempts {
  /** Milliseconds until another is allowed, 0 when one is allowed now. Counts nothing. */
  waitMs(name: string, limit: number, windowMs: number): number;
  record(name: string, windowMs: number): void;
  clear(name: string): void;
}

const namesMax = 100_000;

/** `now` is a monotonic clock in milliseconds: a step of the wall clock must not free or lock anyone. */
export function createAttempts(now: () => number = () => performance.now()): Attempts {
  const times = new Map<string, number[]>();
  const recent = (name: string, windowMs: number): number[] => {
    const from = now() - windowMs;
    return (times.get(name) ?? []).filter((time) => time > from);
  };
  return {
    waitMs(name, limit, windowMs) {
      const list = recent(name, windowMs);
      return list.length < limit ? 0 : list[list.length - limit]! + windowMs - now();
    },
    record(name, windowMs) {
      const list = recent(name, windowMs);
      list.push(now());
      times.delete(name);
      times.set(name, list);
      // The map keeps insertion order, so the first name is the one longest quiet.
      if (times.size > namesMax) times.delete(times.keys().next().value!);
    },
    clear: (name) => void times.delete(name),
  };
}
