/** Reads the values of keys; a key without a value is missing from the result. */
export type ReadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

interface Batch<K, V> extends PromiseWithResolvers<ReadonlyMap<K, V>> {
  readonly keys: Set<K>;
}

/**
 * Reads many keys together: those of one tick of the event loop, and all that arrive while `readsMax` reads run.
 * Resolves to everything that was read with a key. If a read fails, the waiting batch fails too.
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
