/** Bytes of a hash. */
export const hashBytes = 32;

type Bytes = Uint8Array<ArrayBuffer>;

const leafBuffer = Buffer.alloc(4096);
// Views by length: creating one takes as long as hashing a line.
const leafViews: Bytes[] = [];
const pair: Bytes = new Uint8Array(1 + 2 * hashBytes);
pair[0] = 1;

const hash = (bytes: Uint8Array): Buffer => {
  const into = Buffer.allocUnsafe(hashBytes);
  Bun.SHA256.hash(bytes as Bytes, into as Bytes);
  return into;
};

/** The hash of a line as a leaf of a tree (RFC 6962): of `0x00` and its UTF-8. */
export function leafOf(line: string): Buffer {
  const into = Buffer.allocUnsafe(hashBytes);
  hashLeaf(line, into as Bytes);
  return into;
}

function hashLeaf(line: string, into: Bytes): void {
  if (line.length * 3 >= leafBuffer.length) {
    Bun.SHA256.hash(Buffer.concat([Buffer.of(0), Buffer.from(line)]), into);
    return;
  }
  const end = 1 + leafBuffer.write(line, 1);
  leafViews[end] ??= new Uint8Array(leafBuffer.buffer, leafBuffer.byteOffset, end);
  Bun.SHA256.hash(leafViews[end], into);
}

export function nodeOf(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + hashBytes);
  return hash(pair);
}

const node: Bytes = new Uint8Array(hashBytes);

/**
 * A Merkle tree (RFC 6962) that grows by leaves at its end. It keeps the roots of its largest whole subtrees alone, one
 * for each bit of its size.
 */
export class GrowingTree {
  #size: number;
  readonly #subtrees: Uint8Array[];

  /** A tree of `size` leaves with these subtrees, left to right; empty without them. */
  constructor(size = 0, subtrees: readonly Uint8Array[] = []) {
    if (subtrees.length !== bitsOf(size)) throw new Error(`${size} leaves have ${bitsOf(size)} subtrees`);
    this.#size = size;
    this.#subtrees = subtrees.map((subtree) => Uint8Array.from(subtree));
  }

  get size(): number {
    return this.#size;
  }

  /** The roots of the largest whole subtrees, left to right. */
  get subtrees(): readonly Uint8Array[] {
    return this.#subtrees;
  }

  get root(): Buffer {
    const [last, ...others] = this.#subtrees.toReversed();
    if (!last) return hash(new Uint8Array());
    return Buffer.from(others.reduce((right, left) => nodeOf(left, right), last));
  }

  add(leaf: Uint8Array): void {
    node.set(leaf);
    this.#addNode();
  }

  /** Adds the leaf of a line. Nothing is left for the collector: there are a million a day. */
  addLine(line: string): void {
    hashLeaf(line, node);
    this.#addNode();
  }

  #addNode(): void {
    let count = this.#subtrees.length;
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      count -= 1;
      pair.set(this.#subtrees[count]!, 1);
      pair.set(node, 1 + hashBytes);
      Bun.SHA256.hash(pair, node);
    }
    // The memory of a subtree that is now part of a larger one is used again.
    const freed = this.#subtrees[count] ?? new Uint8Array(hashBytes);
    freed.set(node);
    this.#subtrees.length = count;
    this.#subtrees.push(freed);
    this.#size += 1;
  }
}

function bitsOf(size: number): number {
  let bits = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits;
}

/** A leaf, or the root of a whole subtree of several. */
interface Part {
  readonly size: number;
  readonly hash: Uint8Array;
}

/**
 * The inclusion proof of a leaf (RFC 6962, 2.1.1): the roots of the other subtrees on its way to the root, from the
 * lowest. `before`: a tree of which only the subtrees are known; `leaves` follow it. `index` counts from the first of them.
 */
export function inclusionOf(
  leaves: readonly Uint8Array[],
  index: number,
  before = new GrowingTree(),
): Uint8Array[] {
  const known: Part[] = [];
  let rest = before.size;
  for (const hash of before.subtrees) {
    const size = largestPower(rest + 1);
    known.push({ size, hash });
    rest -= size;
  }
  return inclusionIn([...known, ...leaves.map((hash) => ({ size: 1, hash }))], known.length + index);
}

function inclusionIn(parts: readonly Part[], place: number): Uint8Array[] {
  if (parts.length <= 1) return [];
  const half = halfOf(parts);
  const [left, right] = [parts.slice(0, half), parts.slice(half)];
  return place < half
    ? [...inclusionIn(left, place), rootOf(right)]
    : [...inclusionIn(right, place - half), rootOf(left)];
}

function rootOf(parts: readonly Part[]): Uint8Array {
  if (parts.length === 1) return parts[0]!.hash;
  const half = halfOf(parts);
  return nodeOf(rootOf(parts.slice(0, half)), rootOf(parts.slice(half)));
}

/** How many parts are in the left half of their tree. Subtrees that are known end where halves do. */
function halfOf(parts: readonly Part[]): number {
  const left = largestPower(parts.reduce((sum, { size }) => sum + size, 0));
  let count = 0;
  for (let size = 0; size < left; count++) size += parts[count]!.size;
  return count;
}

/** The largest power of two below a number from 2 on. */
function largestPower(below: number): number {
  let power = 1;
  while (power * 2 < below) power *= 2;
  return power;
}
