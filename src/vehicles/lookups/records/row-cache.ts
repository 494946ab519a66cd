import { ByteCache } from "../../../base/byte-cache.ts";

const cacheBytes = 32 * 1024 * 1024;
/** Rows as they were read, by dataset and key; a dataset that changes has another key. */
const cache = new ByteCache<readonly object[]>(cacheBytes);
/**
 * Hashes of rows read lately: only a row read again is worth the room, and so soon that it
 * would still be there. Keeping more costs more than reading it: memory that is given back is used again hot.
 */
const requested = new Uint32Array(1 << 14);

function askedAgain(key: string): boolean {
  const hash = Bun.hash.crc32(key);
  const place = hash & (requested.length - 1);
  const again = requested[place] === hash;
  requested[place] = hash;
  return again;
}

function weight(row: object): number {
  return Object.values(row).reduce(
    (sum: number, value) => sum + (value instanceof Uint8Array ? value.length + 100 : 40),
    100,
  );
}

/** Rows that are kept; the key begins with their dataset's. */
export function keptRows<T extends object>(key: string): readonly T[] | undefined {
  return cache.get(key) as readonly T[] | undefined;
}

/** Keeps rows, which stay the same as long as the dataset does, that were read before. */
export function keepRows(key: string, rows: readonly object[]): void {
  if (rows.length === 0 || !askedAgain(key)) return;
  cache.set(
    key,
    rows,
    rows.reduce((sum, row) => sum + weight(row), 0),
  );
}
