import { ASCII_OF, CODE_OF, UNDERSCORE } from "../characters.ts";
import { digitOf, PRODUCTS, sumOf, UNSUMMED } from "../check-digit.ts";
import { BLOCK_HEAD, BLOCK_POSITION } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { Pass, State } from "./state.ts";

/** The characters that keys of the covering schemas name at a VIN index, in vPIC's order. */
export function namedAt(pack: Pack, pass: Pass, index: number): string {
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
  const named = (code: number) => ((code < 32 ? low >>> code : high >>> (code - 32)) & 1) === 1;
  let characters = named(UNDERSCORE) ? "_" : "";
  for (let code = 0; code < UNDERSCORE; code++)
    if (named(code)) characters += String.fromCharCode(ASCII_OF[code]!);
  return characters;
}

/** Which of the characters would make the check digit right in place of the one at `index`. */
export function fitting(state: State, index: number, characters: string): string {
  const rule = state.codes[2] === 9 ? 2 : 0;
  if (state.length !== 17) return "";
  let good = "";
  for (const character of characters) {
    let sum = 0;
    let flags = 0;
    for (let i = 0; i < 17; i++) {
      const product = PRODUCTS[i * 64 + (i === index ? CODE_OF[character.charCodeAt(0)]! : state.codes[i]!)]!;
      sum += sumOf(product);
      flags |= product;
    }
    const formed = ((flags >>> (UNSUMMED + rule)) & 1) === 0;
    if (formed && digitOf(sum) === String.fromCharCode(ASCII_OF[state.codes[8]!]!)) good += character;
  }
  return good;
}
