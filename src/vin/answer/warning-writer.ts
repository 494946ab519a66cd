import { ALPHABET, ASCII_OF, VIN_LENGTH } from "../characters.ts";
import {
  bitOf,
  ERROR_CODES,
  findErrors,
  invalidPositions,
  isExcused,
  mayBeExcused,
} from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import type { Pack } from "../pack/pack.ts";
import { assignedPiece } from "./assigned.ts";
import { copyPiece, type Piece, pieceOf, type Scratch, writeNumber, writeYear } from "./bytes.ts";
import {
  decidableErrors,
  expectedByte,
  FIXED_SENTENCES,
  NEVER_VALID,
  NOTES,
  notesOf,
  onlyNotes,
  SENTENCES,
} from "./warnings.ts";

const COMMA = 44;
const QUOTE = 34;
const COLON = 58;
const DIGIT = bitOf(1);
const SHORT = bitOf(6);
const CHARACTERS = bitOf(400);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
/** The texts around a sentence's placeholders. */
const partsOf = (sentence: string): Piece[] =>
  inJson(sentence)
    .split(/\{\w+\}/)
    .map(pieceOf);

const WRONG_DIGIT = partsOf(SENTENCES.wrongDigit);
const LATE_LETTERS = partsOf(SENTENCES.lateLetters);
const NO_DIGIT = partsOf(SENTENCES.noDigit);
const MAY_BE_EXCUSED = pieceOf(` ${SENTENCES.mayBeExcused}`);
const EXCUSED = pieceOf(SENTENCES.excused);
const INCOMPLETE = partsOf(SENTENCES.incomplete);
const INVALID = partsOf(SENTENCES.invalid);
const NEVER = partsOf(` ${SENTENCES.never}`);
const ASSUMED = partsOf(SENTENCES.assumed);
const ASSUMED_OF_TWO = partsOf(SENTENCES.assumedOfTwo);
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
 * Writes an answer's warnings: the same as `warningsOf`, without creating a string. Each `write…` method
 * returns the end.
 */
export class WarningWriter {
  private readonly pack: Pack;
  private readonly scratch: Scratch;

  constructor(pack: Pack, scratch: Scratch) {
    this.pack = pack;
    this.scratch = scratch;
  }

  /** Writes all of them as members of a JSON array. */
  write(from: number, state: State, digitIsRight: boolean): number {
    const { pack } = this;
    const notes = notesOf(pack, state);
    if (digitIsRight && onlyNotes(pack, state)) return this.putNotes(from, from, state, notes);
    findErrors(pack, state, state.chosen);
    let at = from;
    for (let rest = decidableErrors(pack, state) & SAYING; rest !== 0; rest &= rest - 1)
      at = this.putByte(this.writeError(this.begin(at, from), state, rest & -rest), QUOTE);
    if (!digitIsRight && state.length === VIN_LENGTH && isExcused(pack, state))
      at = this.putByte(this.put(this.begin(at, from), EXCUSED), QUOTE);
    at = this.putNotes(at, from, state, notes);
    return state.assumed ? this.putByte(this.writeAssumed(this.begin(at, from), state), QUOTE) : at;
  }

  private writeAssumed(at: number, { chosen, otherYear }: State): number {
    const parts = otherYear === 0 ? ASSUMED : ASSUMED_OF_TWO;
    let end = writeYear(this.scratch, this.put(at, parts[0]!), chosen.year);
    if (otherYear !== 0) end = writeYear(this.scratch, this.put(end, parts[1]!), otherYear);
    return this.put(end, parts.at(-1)!);
  }

  /** Writes the notes, and what lists of codes leave open. */
  private putNotes(at: number, from: number, state: State, notes: number): number {
    const open = assignedPiece(this.pack, state);
    const end = notes === 0 ? at : this.put(at > from ? this.putByte(at, COMMA) : at, NOTE_SETS[notes]!);
    return open.length === 0 ? end : this.put(end > from ? this.putByte(end, COMMA) : end, open);
  }

  private put(at: number, piece: Piece): number {
    return copyPiece(this.scratch, at, piece);
  }

  private putByte(at: number, byte: number): number {
    this.scratch.bytes[at] = byte;
    return at + 1;
  }

  private putCharacter(at: number, { codes }: State, index: number): number {
    return this.putByte(at, ASCII_OF[codes[index]!]!);
  }

  private begin(at: number, from: number): number {
    return this.putByte(at > from ? this.putByte(at, COMMA) : at, QUOTE);
  }

  private writeError(at: number, state: State, bit: number): number {
    if (bit === DIGIT) return this.writeDigit(at, state);
    if (bit === SHORT) return this.writeShort(at, state);
    return bit === CHARACTERS
      ? this.writeNever(this.writeInvalid(at, state), state)
      : this.put(at, FIXED[31 - Math.clz32(bit)]!);
  }

  private writeDigit(from: number, state: State): number {
    const expected = expectedByte(state);
    const isNinth = expected === ASCII_OF[state.codes[8]!];
    const [before, middle, after] = expected === 0 ? NO_DIGIT : isNinth ? LATE_LETTERS : WRONG_DIGIT;
    let at = this.put(this.putCharacter(this.put(from, before!), state, 8), middle!);
    if (after !== undefined) at = this.put(this.putByte(at, expected), after);
    return mayBeExcused(this.pack, state) ? this.put(at, MAY_BE_EXCUSED) : at;
  }

  private writeShort(from: number, { length }: State): number {
    const [before, after] = INCOMPLETE;
    return this.put(writeNumber(this.scratch, this.put(from, before!), length), after!);
  }

  private writeInvalid(from: number, state: State): number {
    const [before, after] = INVALID;
    let at = this.put(from, before!);
    for (let rest = invalidPositions(this.pack, state); rest !== 0; rest &= rest - 1) {
      const index = 31 - Math.clz32(rest & -rest);
      at = this.putByte(writeNumber(this.scratch, at, index + 1), COLON);
      at = this.putCharacter(at, state, index);
      if ((rest & (rest - 1)) !== 0) at = this.put(at, SEPARATOR);
    }
    return this.put(at, after!);
  }

  /** Names the letters that are valid in no VIN, in the order of the VIN. */
  private writeNever(from: number, state: State): number {
    const [before, after] = NEVER;
    let at = from;
    let seen = 0;
    for (let index = 0; index < state.length; index++) {
      const letter = NEVER_CODES.indexOf(state.codes[index]!);
      if (letter < 0 || ((seen >>> letter) & 1) === 1) continue;
      at = this.putCharacter(this.put(at, seen === 0 ? before! : AND), state, index);
      seen |= 1 << letter;
    }
    return seen === 0 ? at : this.put(at, after!);
  }
}
