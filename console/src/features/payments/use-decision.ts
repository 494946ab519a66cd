import { asProblem } from "../../api/problem.ts";
import { showToast } from "../../base/toast.ts";
import { useRefreshed } from "./payment-queries.ts";

/** Sends an operator's decision, shows its result, and loads what it has changed. */
export function useDecision(): (send: () => Promise<unknown>, done: string) => Promise<void> {
  const refreshed = useRefreshed();
  return async (send, done) => {
    let said = done;
    try {
      await send();
    } catch (error) {
      said = asProblem(error).message;
    }
    await refreshed();
    showToast(said);
  };
}
