/** Reads what is stored under the keys; a key under which nothing is stored is missing from the answer. */
export type ReadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

interface Batch<K, V> extends PromiseWithResolvers<ReadonlyMap<K, V>> {
  readonly keys: Set<K>;
}

/**
 * Reads many keys at once instead of one by one: those of one turn of the event loop, and, while `readsMax`
 * reads are running, all that come until one of them ends. Resolves to everything that was read with a key.
 * When a read fails, the batch that waits for its turn fails with it.
 */
export function createBatcher<K, V>(
  read: ReadMany<K, V>,
  readsMax: number,
): (key: K) => Promise<ReadonlyMap<K, V>> {
  let next: Batch<K, V> | undefined;
  let reads = 0;

  const start = (): void => {
    if (!next || reads >= readsMax) return;
    const { keys, resolve, reject } = next;
    next = undefined;
    reads += 1;
    const end = (): void => {
      reads -= 1;
      start();
    };
    read([...keys]).then(
      (found) => {
        resolve(found);
        end();
      },
      (reason: unknown) => {
        reject(reason);
        next?.reject(reason);
        next = undefined;
        end();
      },
    );
  };

  return (key) => {
    if (!next) {
      next = { keys: new Set(), ...Promise.withResolvers() };
      setImmediate(start);
    }
    next.keys.add(key);
    return next.promise;
  };
}
