import { ALPHABET, ASCII_OF, VIN_LENGTH } from "../characters.ts";
import { bitOf, ERROR_CODES, findErrors, invalidPositions, isExcused } from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import type { Pack } from "../pack/pack.ts";
import { copyPiece, type Piece, pieceOf, type Scratch, writeNumber } from "./bytes.ts";
import {
  expectedByte,
  FIXED_SENTENCES,
  mayBeExcused,
  NEVER_VALID,
  NOTES,
  notesOf,
  onlyNotes,
  SENTENCES,
  toldErrors,
} from "./warnings.ts";

const COMMA = 44;
const QUOTE = 34;
const COLON = 58;
const DIGIT = bitOf(1);
const SHORT = bitOf(6);
const CHARACTERS = bitOf(400);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
/** A sentence around what is filled in. */
const partsOf = (sentence: string): Piece[] =>
  inJson(sentence)
    .split(/\{\w+\}/)
    .map(pieceOf);

const WRONG_DIGIT = partsOf(SENTENCES.wrongDigit);
const NO_DIGIT = partsOf(SENTENCES.noDigit);
const MAY_BE_EXCUSED = pieceOf(` ${SENTENCES.mayBeExcused}`);
const EXCUSED = pieceOf(SENTENCES.excused);
const INCOMPLETE = partsOf(SENTENCES.incomplete);
const INVALID = partsOf(SENTENCES.invalid);
const NEVER = partsOf(` ${SENTENCES.never}`);
const SEPARATOR = pieceOf(", ");
const AND = pieceOf(" and ");
const NEVER_CODES = Array.from(NEVER_VALID, (letter) => ALPHABET.indexOf(letter));
/** The errors that have a sentence. */
const SAYING = ERROR_CODES.reduce(
  (bits, [code]) => bits | (code in FIXED_SENTENCES ? bitOf(code) : 0),
  DIGIT | SHORT | CHARACTERS,
);
/** By the number of the error's bit. */
const FIXED = ERROR_CODES.map(([code]) => pieceOf(inJson(FIXED_SENTENCES[code] ?? "")));
/** Every set of notes as members of an array, by its bits. */
const NOTE_SETS = Array.from({ length: 1 << NOTES.length }, (_, bits) =>
  pieceOf(
    NOTES.filter((_, bit) => ((bits >> bit) & 1) === 1)
      .map((note) => JSON.stringify(note))
      .join(),
  ),
);

/**
 * Makes the writer of an answer's warnings: what `warningsOf` tells as members of a JSON array, without making a text.
 * It takes where to begin and returns the end.
 */
export function createWarningWriter(
  pack: Pack,
  scratch: Scratch,
): (from: number, state: State, digitIsRight: boolean) => number {
  const { bytes } = scratch;
  const put = (at: number, piece: Piece): number => copyPiece(scratch, at, piece);
  const putCode = (at: number, code: number): number => {
    bytes[at] = ASCII_OF[code]!;
    return at + 1;
  };

  function writeDigit(from: number, state: State): number {
    const expected = expectedByte(state);
    const [before, middle, after] = expected === 0 ? NO_DIGIT : WRONG_DIGIT;
    let at = put(putCode(put(from, before!), state.codes[8]!), middle!);
    if (after !== undefined) {
      bytes[at] = expected;
      at = put(at + 1, after);
    }
    return mayBeExcused(pack, state) ? put(at, MAY_BE_EXCUSED) : at;
  }

  function writeShort(from: number, { length }: State): number {
    const [before, after] = INCOMPLETE;
    return put(writeNumber(scratch, put(from, before!), length), after!);
  }

  function writeCharacters(from: number, state: State): number {
    const [before, after] = INVALID;
    let at = put(from, before!);
    for (let rest = invalidPositions(pack, state); rest !== 0; rest &= rest - 1) {
      const index = 31 - Math.clz32(rest & -rest);
      at = writeNumber(scratch, at, index + 1);
      bytes[at] = COLON;
      at = putCode(at + 1, state.codes[index]!);
      if ((rest & (rest - 1)) !== 0) at = put(at, SEPARATOR);
    }
    return writeNever(put(at, after!), state);
  }

  /** Names the letters that stand in no VIN at all, in the order of the VIN. */
  function writeNever(from: number, { codes, length }: State): number {
    const [before, after] = NEVER;
    let at = from;
    let seen = 0;
    for (let index = 0; index < length; index++) {
      const letter = NEVER_CODES.indexOf(codes[index]!);
      if (letter < 0 || ((seen >>> letter) & 1) === 1) continue;
      at = putCode(put(at, seen === 0 ? before! : AND), codes[index]!);
      seen |= 1 << letter;
    }
    return seen === 0 ? at : put(at, after!);
  }

  function writeError(at: number, state: State, bit: number): number {
    if (bit === DIGIT) return writeDigit(at, state);
    if (bit === SHORT) return writeShort(at, state);
    return bit === CHARACTERS ? writeCharacters(at, state) : put(at, FIXED[31 - Math.clz32(bit)]!);
  }

  return (from, state, digitIsRight) => {
    const notes = notesOf(pack, state);
    if (digitIsRight && onlyNotes(pack, state)) return put(from, NOTE_SETS[notes]!);
    findErrors(pack, state, state.chosen);
    let at = from;
    const begin = (): number => {
      if (at > from) bytes[at++] = COMMA;
      bytes[at] = QUOTE;
      return at + 1;
    };
    for (let rest = toldErrors(pack, state) & SAYING; rest !== 0; rest &= rest - 1) {
      at = writeError(begin(), state, rest & -rest);
      bytes[at++] = QUOTE;
    }
    if (!digitIsRight && state.length === VIN_LENGTH && isExcused(pack, state)) {
      at = put(begin(), EXCUSED);
      bytes[at++] = QUOTE;
    }
    if (notes !== 0 && at > from) bytes[at++] = COMMA;
    return put(at, NOTE_SETS[notes]!);
  };
}
