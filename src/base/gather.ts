/** Reads what is known of keys; those that nothing is known of are not in the answer. */
export type ReadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

interface Waiting<K, V> extends PromiseWithResolvers<ReadonlyMap<K, V>> {
  readonly keys: Set<K>;
}

/**
 * Asks for many keys at once in place of one by one: those of one turn of the event loop, and while `readsMax`
 * reads are under way all that come until one ends. Resolves to all that was read with a key. Where a read
 * fails, so does what waits for its turn.
 */
export function createGather<K, V>(
  read: ReadMany<K, V>,
  readsMax: number,
): (key: K) => Promise<ReadonlyMap<K, V>> {
  let waiting: Waiting<K, V> | undefined;
  let reads = 0;

  const start = (): void => {
    if (!waiting || reads >= readsMax) return;
    const { keys, resolve, reject } = waiting;
    waiting = undefined;
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
        waiting?.reject(reason);
        waiting = undefined;
        end();
      },
    );
  };

  return (key) => {
    if (!waiting) {
      waiting = { keys: new Set(), ...Promise.withResolvers() };
      setImmediate(start);
    }
    waiting.keys.add(key);
    return waiting.promise;
  };
}
