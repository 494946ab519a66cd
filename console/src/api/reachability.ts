import { servicePath } from "./base.ts";
import { createStore } from "./store.ts";

/** Whether the service answers; while it does not, it is asked again every two seconds. */
export const reachableStore = createStore(true);

const askAgainMs = 2000;

export function noteUnreachable(): void {
  if (!reachableStore.get()) return;
  reachableStore.set(false);
  const ask = async () => {
    const answer = await fetch(`${servicePath}/readyz`, { cache: "no-store" }).catch(() => undefined);
    if (answer?.ok) reachableStore.set(true);
    else setTimeout(ask, askAgainMs);
  };
  setTimeout(ask, askAgainMs);
}
