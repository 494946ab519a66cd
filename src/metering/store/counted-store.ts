import { label, type Sample } from "../../telemetry/metrics/families.ts";
import { type MeteringStore, storeCalls } from "./store.ts";

interface Counted {
  seconds: number;
  calls: number;
  failures: number;
}

/** A store that counts its calls by name, with their times and failures. */
export function countStore(store: MeteringStore): { store: MeteringStore; samples: () => Sample[] } {
  const counts = storeCalls.map((name): readonly [keyof MeteringStore, Counted] => [
    name,
    { seconds: 0, calls: 0, failures: 0 },
  ]);
  const methods = counts.map(([name, counted]) => [
    name,
    async (...args: unknown[]) => {
      const since = performance.now();
      try {
        return await (store[name] as (...args: unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        counted.failures += 1;
        throw error;
      } finally {
        counted.calls += 1;
        counted.seconds += (performance.now() - since) / 1000;
      }
    },
  ]);
  const samples = () =>
    counts.flatMap(([name, { seconds, calls, failures }]): Sample[] => [
      ["vingate_store_seconds", label("call", name), [seconds, calls]],
      ["vingate_store_failures_total", label("call", name), failures],
    ]);
  return { store: Object.fromEntries(methods) as MeteringStore, samples };
}
