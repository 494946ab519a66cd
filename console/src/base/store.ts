import { useSyncExternalStore } from "react";

/** A value that components follow and anything may set. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  use(): T;
  /** Calls the listener after every change, until the function it returns is called. */
  follow(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    follow: subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
