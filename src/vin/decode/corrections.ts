import { ASCII_OF, OTHER, UNDERSCORE, VIN_LENGTH } from "../characters.ts";
import { digitOf, PRODUCTS, sumOf, UNSUMMED } from "../check-digit.ts";
import { BLOCK_HEAD, BLOCK_POSITION } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { Pass, State } from "./state.ts";

/**
 * Writes the codes of the characters that keys of the covering schemas name at a VIN index, in vPIC's order;
 * returns how many there are, at most `UNDERSCORE`.
 */
export function namedCodes(pack: Pack, pass: Pass, index: number, into: Uint8Array): number {
  const { covers, schemas } = pack;
  let low = 0;
  let high = 0;
  for (let i = 0; i < covers[pass.covers]!; i++) {
    const block = covers[pass.covers + 1 + i * 2]!;
    for (let p = 0; p < schemas[block + 2]!; p++) {
      const head = block + BLOCK_HEAD + p * BLOCK_POSITION;
      if ((schemas[head]! & 31) !== index) continue;
      low |= schemas[head + 3]!;
      high |= schemas[head + 4]!;
    }
  }
  let count = 0;
  if (((high >>> (UNDERSCORE - 32)) & 1) === 1) into[count++] = UNDERSCORE;
  for (let code = 0; code < UNDERSCORE; code++)
    if (((code < 32 ? low >>> code : high >>> (code - 32)) & 1) === 1) into[count++] = code;
  return count;
}

/** Keeps those of `count` codes that would make the check digit valid at `index`; returns how many. */
export function keepFitting(state: State, index: number, codes: Uint8Array, count: number): number {
  if (state.length !== VIN_LENGTH) return 0;
  const rule = state.codes[2] === 9 ? 2 : 0;
  const ninth = String.fromCharCode(ASCII_OF[state.codes[8]!]!);
  let others = 0;
  let flags = 0;
  for (let i = 0; i < VIN_LENGTH; i++) {
    if (i === index) continue;
    const product = PRODUCTS[i * 64 + state.codes[i]!]!;
    others += sumOf(product);
    flags |= product;
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const code = codes[i]!;
    // No VIN contains an underscore, which is a character of keys only.
    const product = PRODUCTS[index * 64 + (code === UNDERSCORE ? OTHER : code)]!;
    const formed = (((flags | product) >>> (UNSUMMED + rule)) & 1) === 0;
    if (formed && digitOf(others + sumOf(product)) === ninth) codes[kept++] = code;
  }
  return kept;
}
