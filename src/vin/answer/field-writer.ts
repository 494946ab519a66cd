import { ASCII_OF } from "../characters.ts";
import { wordOfCode } from "../decode/code-facts.ts";
import { capturedIndices } from "../decode/element-value.ts";
import type { State } from "../decode/state.ts";
import { ENGINE_MODEL, OTHER_ENGINE_INFO } from "../elements.ts";
import {
  DISPLACEMENT_FIRST,
  ENGINE_BASE,
  FORMULA_BASE,
  NO_SCORE,
  ROW,
  VALUE,
  VALUE_EXTRA,
  VALUE_TEXT,
  WMI,
  WMI_PIECE,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { Kind } from "./answer-layout.ts";
import { copy, copyPiece, pieceOf, piecesOf, type Scratch, writeYear } from "./bytes.ts";
import { DERIVED, ruleFor } from "./derived.ts";

const SEPARATOR = pieceOf("; ");

/** The offset of a field's stored text, or −1 if it has none. */
export function placeOf(pack: Pack, state: State, kind: number, detail: number): number {
  const { rows, values, wmis } = pack;
  const pass = state.chosen;
  let value = -1;
  if (kind === Kind.element || kind === Kind.derivable) {
    const score = pass.best[detail]!;
    const stored = score < FORMULA_BASE || (score >= ENGINE_BASE && score !== NO_SCORE);
    if (stored) value = rows[pass.row[detail]! * ROW]! & 0xffffff;
  } else if (kind === Kind.manufacturer) value = wordOfCode(pack, state, detail);
  else if (kind === Kind.make) value = pass.make;
  // The text of `origin` contains both: the region, a closing quote, and the country.
  else return kind === Kind.origin ? wmis[state.wmi * WMI + WMI_PIECE]! : -1;
  return value < 0 ? -1 : values[value * VALUE + VALUE_TEXT]!;
}

/** Whether a field without a stored text may have something to write. */
export function isComposed(state: State, kind: number, detail: number, derived: number): boolean {
  const pass = state.chosen;
  if (kind === Kind.several) return pass.multipleCount > 0;
  if (kind === Kind.derivable && ruleFor(detail, derived) >= 0) return true;
  return (kind !== Kind.element && kind !== Kind.derivable) || pass.best[detail] !== NO_SCORE;
}

/** Writes the fields of an answer as the insides of JSON strings. Each `write…` method returns the end. */
export class FieldWriter {
  private readonly pack: Pack;
  private readonly scratch: Scratch;
  private readonly strings: DataView;
  private readonly derivedValues = piecesOf(DERIVED.map(({ value }) => value));
  /** Elements with many rows are cut off here. */
  private readonly room: number;

  constructor(pack: Pack, scratch: Scratch, room: number) {
    this.pack = pack;
    this.scratch = scratch;
    this.strings = new DataView(pack.strings.buffer, pack.strings.byteOffset);
    this.room = room;
  }

  private writeString(at: number, place: number): number {
    const { strings } = this;
    return copy(this.scratch.view, at, strings, place + 2, place + 2 + strings.getUint16(place, true));
  }

  /** Writes what has no stored text: characters, numbers, several texts in one field. */
  writeComposed(at: number, state: State, kind: number, detail: number, derived: number): number {
    switch (kind) {
      case Kind.vin:
        return this.writeVin(at, state);
      case Kind.year:
        return state.chosen.year === 0 ? at : writeYear(this.scratch, at, state.chosen.year);
      case Kind.displacement:
        return this.writeDisplacement(at, state, detail);
      case Kind.engine:
        return this.writeEngine(at, state);
      case Kind.derivable:
        return this.writeDerivable(at, state, detail, derived);
      case Kind.several:
        return this.writeSeveral(at, state, detail, false);
      default:
        return kind === Kind.element ? this.writeElement(at, state, detail) : at;
    }
  }

  private writeValue(at: number, value: number): number {
    return value < 0 ? at : this.writeString(at, this.pack.values[value * VALUE + VALUE_TEXT]!);
  }

  private writeElement(at: number, state: State, id: number): number {
    const score = state.chosen.best[id]!;
    if (score === NO_SCORE) return at;
    const value = this.pack.rows[state.chosen.row[id]! * ROW]! & 0xffffff;
    if (score < FORMULA_BASE || score >= ENGINE_BASE) return this.writeValue(at, value);
    return this.writeCaptured(at, state, value);
  }

  /** The digits that a formula takes from the VIN. */
  private writeCaptured(from: number, state: State, value: number): number {
    const { first, last } = capturedIndices(this.pack, value);
    let at = from;
    for (let index = first; index <= last; index++) this.scratch.bytes[at++] = ASCII_OF[state.codes[index]!]!;
    return at;
  }

  private writeDerivable(at: number, state: State, id: number, derived: number): number {
    const rule = ruleFor(id, derived);
    if (rule < 0) return this.writeElement(at, state, id);
    const { view, starts } = this.derivedValues;
    return copy(this.scratch.view, at, view, starts[rule]!, starts[rule + 1]!);
  }

  private writeSeveral(at: number, state: State, id: number, begun: boolean): number {
    const { multiple, multipleCount } = state.chosen;
    let end = at;
    let separate = begun;
    for (let i = 0; i < multipleCount; i++) {
      const meaning = this.pack.rows[multiple[i * 2]! * ROW]!;
      if (meaning >>> 24 !== id || end > this.room || this.isRepeated(state, i)) continue;
      if (separate) end = copyPiece(this.scratch, end, SEPARATOR);
      end = this.writeValue(end, meaning & 0xffffff);
      separate = true;
    }
    return end;
  }

  /** Whether an earlier row of the element has the same text, ignoring case, spaces and punctuation. */
  private isRepeated(state: State, index: number): boolean {
    const { rows, values } = this.pack;
    const { multiple } = state.chosen;
    const sameAs = (i: number): number =>
      values[(rows[multiple[i * 2]! * ROW]! & 0xffffff) * VALUE + VALUE_EXTRA]!;
    for (let i = 0; i < index; i++) if (sameAs(i) === sameAs(index)) return true;
    return false;
  }

  private writeVin(at: number, state: State): number {
    for (let i = 0; i < state.length; i++) this.scratch.bytes[at + i] = ASCII_OF[state.codes[i]!]!;
    return at + state.length;
  }

  private writeDisplacement(at: number, state: State, id: number): number {
    const converted = state.chosen.converted[id - DISPLACEMENT_FIRST]!;
    return converted >= 0 ? this.writeValue(at, converted) : this.writeElement(at, state, id);
  }

  private writeEngine(at: number, state: State): number {
    const model = this.writeElement(at, state, ENGINE_MODEL);
    return this.writeSeveral(model, state, OTHER_ENGINE_INFO, model > at);
  }
}
