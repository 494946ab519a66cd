import { t } from "../base/language/language.ts";
import { servicePath } from "../base/service-path.ts";
import { createStore } from "../base/store.ts";

/** Whether the service responds. After a failure it is checked every two seconds. */
export const reachableStore = createStore(true);

/** The state of a service that is starting, in words; undefined otherwise. */
export const startingStore = createStore<string | undefined>(undefined);

const checkEveryMs = 2000;
let outage: PromiseWithResolvers<void> | undefined;

const get = (path: string) => fetch(servicePath + path, { cache: "no-store" }).catch(() => undefined);

const stages: Readonly<Record<string, string>> = {
  manufacturers: "manufacturers",
  patterns: "patterns",
  schemas: "schemas",
};

interface Health {
  readonly status?: string;
  readonly progress?: { readonly stage: string; readonly done: number; readonly total: number } | null;
}

/** Whether the service is starting, and how far it is. */
async function readStart(): Promise<string | undefined> {
  const health = (await (await get("/health"))?.json().catch(() => undefined)) as Health | undefined;
  if (health?.status !== "starting") return undefined;
  const { stage = "", done = 0, total = 0 } = health.progress ?? {};
  const part = stages[stage];
  return part && total > 0
    ? t("VIN data, {part}: {percent}%", { part, percent: Math.floor((100 * done) / total) })
    : "VIN data";
}

export function noteUnreachable(): void {
  if (outage) return;
  outage = Promise.withResolvers<void>();
  reachableStore.set(false);
  void readStart().then((start) => outage && startingStore.set(start));
  const check = async () => {
    const response = await get("/readyz");
    // A response that is not read keeps its connection.
    await response?.text().catch(() => undefined);
    if (!response?.ok) {
      startingStore.set(await readStart());
      return void setTimeout(check, checkEveryMs);
    }
    outage?.resolve();
    outage = undefined;
    startingStore.set(undefined);
    reachableStore.set(true);
  };
  setTimeout(check, checkEveryMs);
}

/** Notes a service that is starting, before a request fails. */
export async function noteStart(): Promise<void> {
  if (await readStart()) noteUnreachable();
}

/** Resolves when the service responds. */
export function whenReachable(): Promise<void> {
  return outage?.promise ?? Promise.resolve();
}

/** Notes when the browser loses its connection. */
export function followConnection(): void {
  addEventListener("offline", noteUnreachable);
}
