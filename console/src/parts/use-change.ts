import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../base/toast.ts";

/** Waits for a change, loads again what it makes old, and shows what was done. */
export function useChange(...old: readonly QueryKey[]) {
  const queries = useQueryClient();
  return async (change: Promise<unknown>, done: string): Promise<void> => {
    await change;
    await Promise.all(old.map((queryKey) => queries.invalidateQueries({ queryKey })));
    showToast(done);
  };
}
