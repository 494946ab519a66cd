import type { Scratch } from "./bytes.ts";

const slabBytes = 1 << 16;

/**
 * Keeps copies of a scratch's content. Many copies share one slab, which is freed with the last of them:
 * separate allocations cost more to collect than the copy.
 */
export function createCopies({ bytes }: Scratch): (length: number) => Uint8Array<ArrayBuffer> {
  // Buffers copy without a view for each piece, and need not be cleared before they are written.
  const source = Buffer.from(bytes.buffer);
  let slab = Buffer.alloc(0);
  let used = 0;
  return (length) => {
    if (used + length > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, length));
      used = 0;
    }
    source.copy(slab, used, 0, length);
    const kept = new Uint8Array(slab.buffer, used, length);
    used += length;
    return kept;
  };
}
