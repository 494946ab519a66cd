import { servicePath } from "../base/service-path.ts";
import { createStore } from "../base/store.ts";

/** Whether the service answers; while it does not, it is asked again every two seconds. */
export const reachableStore = createStore(true);

const askAgainMs = 2000;
let again: PromiseWithResolvers<void> | undefined;

export function noteUnreachable(): void {
  if (again) return;
  again = Promise.withResolvers<void>();
  reachableStore.set(false);
  const ask = async () => {
    const answer = await fetch(`${servicePath}/readyz`, { cache: "no-store" }).catch(() => undefined);
    if (!answer?.ok) return void setTimeout(ask, askAgainMs);
    again?.resolve();
    again = undefined;
    reachableStore.set(true);
  };
  setTimeout(ask, askAgainMs);
}

/** Resolves when the service answers, at once where it does. */
export function whenReachable(): Promise<void> {
  return again?.promise ?? Promise.resolve();
}

/** The browser knows first that there is no connection. */
export function followConnection(): void {
  addEventListener("offline", noteUnreachable);
}
