import { useEffect, useState } from "react";

/** The value after it has not changed for a moment; `name` identifies it. */
export function useSettled<T>(value: T, name: string, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [name]);
  return settled;
}
