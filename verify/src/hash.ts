type Sha256 = (bytes: Uint8Array) => Uint8Array;

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const mixed = (word: number, a: number, b: number, c: number) =>
  turn(word, a) ^ turn(word, b) ^ turn(word, c);

/** For browsers, whose own SHA-256 is asynchronous. */
export const plainSha256: Sha256 = (bytes) => {
  const padded = new Uint8Array((((bytes.length + 8) >>> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(initial);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const [x, y] = [words[i - 15]!, words[i - 2]!];
      const [left, right] = [turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)];
      words[i] = i < 16 ? view.getInt32(at + i * 4) : left + right + words[i - 7]! + words[i - 16]!;
      const first = h + mixed(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!;
      const second = mixed(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i]! += word;
  }
  for (const [i, word] of state.entries()) view.setInt32(i * 4, word);
  return padded.subarray(0, 32);
};

interface Runtime {
  readonly process?: { getBuiltinModule?(name: "node:crypto"): { readonly hash?: NativeHash } };
}
type NativeHash = (name: "sha256", bytes: Uint8Array, form: "buffer") => Uint8Array;
const native = (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto").hash;
export const sha256: Sha256 = native ? (bytes) => native("sha256", bytes, "buffer") : plainSha256;

export const toBase64 = (bytes: Uint8Array & { toBase64?(): string }): string =>
  bytes.toBase64?.() ?? btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
/** Base64 of 32 bytes, in its only spelling. */
export const hashForm = "[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=";

const encoder = new TextEncoder();
export const encoded = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);
export const textHash = (text: string): string => toBase64(sha256(encoded(text)));
export const leafHash = (line: string): Uint8Array => sha256(encoded(`\0${line}`));

const pair = new Uint8Array(65).fill(1, 0, 1);
function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  pair.set(left, 1);
  pair.set(right, 33);
  return sha256(pair);
}

/** A Merkle tree (RFC 6962) that keeps the roots of its largest whole subtrees. */
export class Tree {
  size = 0;
  readonly #roots: Uint8Array[] = [];

  /** Adds a leaf, or a whole subtree that is no larger than those before it. */
  add(hash: Uint8Array, leaves = 1): void {
    let root = hash;
    for (let rest = this.size / leaves; rest % 2 === 1; rest = (rest - 1) / 2)
      root = nodeHash(this.#roots.pop()!, root);
    this.#roots.push(root);
    this.size += leaves;
  }

  root(): string {
    const [last = sha256(encoded("")), ...others] = this.#roots.toReversed();
    return toBase64(others.reduce((right, left) => nodeHash(left, right), last));
  }
}
