import { reopening } from "../../metering/store/reopening-store.ts";
import { type MeteringStore, storeCalls } from "../../metering/store/store.ts";

export interface SwitchableStore {
  readonly store: MeteringStore;
  /** Sends calls to `next`, and reopens there the journals that were open in the previous store. */
  switchTo(next: MeteringStore): void;
}

/** The store that a supervisor keeps, until its worker must keep one itself. */
export function switchableStore(kept: MeteringStore): SwitchableStore {
  let current = kept;
  let generation = 1;
  const forward = storeCalls.map((name) => [
    name,
    (...args: unknown[]) => (current[name] as (...args: unknown[]) => unknown)(...args),
  ]);
  return {
    store: {
      ...reopening(Object.fromEntries(forward) as MeteringStore, () => generation),
      // The supervisor's store ends with the supervisor, not with this process.
      end: async () => (current === kept ? undefined : current.end()),
    },
    switchTo(next) {
      current = next;
      generation += 1;
    },
  };
}
