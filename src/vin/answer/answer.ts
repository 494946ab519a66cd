import { ASCII_OF } from "../characters.ts";
import { digitIsRight, serialRule } from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import type { Pack } from "../pack/pack.ts";
import type { Added } from "./added.ts";
import { answerLayout, Kind } from "./answer-layout.ts";
import { copy, createScratch, piecesOf } from "./bytes.ts";
import { createCopies } from "./copies.ts";
import { derivedIn } from "./derived.ts";
import { FieldWriter, isComposed, placeOf } from "./field-writer.ts";
import { WarningWriter } from "./warning-writer.ts";
import { expectedByte } from "./warnings.ts";

const COMMA = 44;
const nothing: readonly Added[] = [];
const SIZE = 1 << 16;
/** An element with many rows is cut off here; everything after it needs far less than the rest. */
const ROOM = SIZE - 16384;

/** Writes bodies of `GET /vin-decoder/{vin}`, with the facts that a table adds. */
export interface AnswerWriter {
  body(state: State, added?: readonly Added[]): Uint8Array<ArrayBuffer>;
  /** The same body in memory that the next one overwrites, for callers that copy it immediately. */
  shared(state: State, added?: readonly Added[]): Uint8Array<ArrayBuffer>;
}

export function createAnswer(pack: Pack): AnswerWriter {
  const { kinds, details, texts } = answerLayout();
  const { view: pieces, starts } = piecesOf(texts);
  const scratch = createScratch(SIZE);
  const { bytes, view } = scratch;
  const keep = createCopies(scratch);
  const warningWriter = new WarningWriter(pack, scratch);
  const fields = new FieldWriter(pack, scratch, ROOM);
  const fieldCount = kinds.length;
  // The numbers of the pieces after the fields, in the order of the layout.
  const checkPassed = fieldCount;
  const checkFailed = checkPassed + 1;
  const expected = checkFailed + 1;
  const warnings = expected + 1;
  const facts = warnings + 1;
  const end = facts + 1;
  const firstDerived = end + 1;
  const strings = new DataView(pack.strings.buffer, pack.strings.byteOffset);
  const piece = (at: number, from: number, to = from + 1): number =>
    copy(view, at, pieces, starts[from]!, starts[to]!);

  /** The first piece not yet written. */
  let written = 0;
  /** The rules that apply to the current VIN. */
  let derived = 0;
  const writeFields = (state: State, added: readonly Added[]): number => {
    let at = 0;
    let next = 0;
    written = 0;
    derived = derivedIn(pack, state);
    for (let i = 0; i < fieldCount; i++) {
      const kind = kinds[i]!;
      if (kind === Kind.none) continue;
      if (next < added.length && added[next]!.place === i) {
        at = piece(at, written, i + 1);
        written = i + 1;
        at = writeAdded(view, at, added[next++]!, 0);
        continue;
      }
      const place = placeOf(pack, state, kind, details[i]!);
      // Pieces are adjacent, so those around empty fields are copied at one time.
      if (place < 0 && !isComposed(state, kind, details[i]!, derived)) continue;
      at = piece(at, written, i + 1);
      written = i + 1;
      if (place >= 0) at = copy(view, at, strings, place + 2, place + 2 + strings.getUint16(place, true));
      else at = fields.writeComposed(at, state, kind, details[i]!, derived);
    }
    return at;
  };

  const writeCheck = (from: number, state: State, added: readonly Added[]): number => {
    const valid = state.length === 17 && digitIsRight(state, serialRule(pack, state));
    let at = piece(from, written, valid ? checkPassed + 1 : checkPassed);
    if (!valid) at = piece(at, checkFailed);
    if (state.length > 8) bytes[at++] = ASCII_OF[state.codes[8]!]!;
    at = piece(at, expected);
    if (valid) bytes[at++] = ASCII_OF[state.codes[8]!]!;
    else {
      const digit = expectedByte(state);
      if (digit !== 0) bytes[at++] = digit;
    }
    at = warningWriter.write(piece(at, warnings), state, valid);
    at = piece(at, facts);
    at = piece(at, firstDerived + derived);
    for (const [index, fact] of added.entries()) {
      if (index > 0 || derived !== 0) bytes[at++] = COMMA;
      at = writeAdded(view, at, fact, 1);
    }
    return piece(at, end);
  };

  return {
    body: (state, added = nothing) => keep(writeCheck(writeFields(state, added), state, added)),
    shared: (state, added = nothing) =>
      new Uint8Array(bytes.buffer, 0, writeCheck(writeFields(state, added), state, added)),
  };
}

/** Writes an added fact's value, or the whole fact; returns the end. */
function writeAdded(view: DataView, at: number, { pieces }: Added, which: 0 | 1): number {
  return copy(view, at, pieces.view, pieces.starts[which]!, pieces.starts[which + 1]!);
}
