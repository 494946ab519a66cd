import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "../api/problem.ts";
import { showToast } from "../base/toast.ts";

function useReload(keys: readonly QueryKey[]) {
  const queries = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Waits for a change, loads again what it makes old, and shows what was done. */
export function useChange(...old: readonly QueryKey[]) {
  const reload = useReload(old);
  return async (change: Promise<unknown>, done: string): Promise<void> => {
    await change;
    await reload();
    showToast(done);
  };
}

/** The same where nothing else shows a refusal: the toast has the reason, and what is stored is loaded again. */
export function useDecision(...old: readonly QueryKey[]) {
  const reload = useReload(old);
  return async <T>(change: Promise<T>, done: string | ((made: T) => string)): Promise<void> => {
    const said = await change.then(
      (made) => (typeof done === "string" ? done : done(made)),
      (error: unknown) => asProblem(error).message,
    );
    await reload();
    showToast(said);
  };
}
