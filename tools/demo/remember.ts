interface Store<K, V> {
  has(key: K): boolean;
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The cached value of a key, made if it is missing. */
export function remember<K, V>(store: Store<K, V>, key: K, make: () => V): V {
  if (!store.has(key)) store.set(key, make());
  return store.get(key) as V;
}
