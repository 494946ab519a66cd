import { servicePath } from "../base/service-path.ts";
import { createStore } from "../base/store.ts";

/** Whether the service responds. After a failure it is checked every two seconds. */
export const reachableStore = createStore(true);

const checkEveryMs = 2000;
let outage: PromiseWithResolvers<void> | undefined;

export function noteUnreachable(): void {
  if (outage) return;
  outage = Promise.withResolvers<void>();
  reachableStore.set(false);
  const check = async () => {
    const response = await fetch(`${servicePath}/readyz`, { cache: "no-store" }).catch(() => undefined);
    if (!response?.ok) return void setTimeout(check, checkEveryMs);
    outage?.resolve();
    outage = undefined;
    reachableStore.set(true);
  };
  setTimeout(check, checkEveryMs);
}

/** Resolves when the service responds. */
export function whenReachable(): Promise<void> {
  return outage?.promise ?? Promise.resolve();
}

/** Notes when the browser loses its connection. */
export function followConnection(): void {
  addEventListener("offline", noteUnreachable);
}
