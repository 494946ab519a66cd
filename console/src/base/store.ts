import { useSyncExternalStore } from "react";

/** A shared value; components that use it render again after a change. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  use(): T;
  /** Calls the listener after every change; returns a function that stops this. */
  follow(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const follow = (listener: () => void) => {
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
    follow,
    use: () => useSyncExternalStore(follow, get, get),
  };
}
