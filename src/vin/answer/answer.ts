import { ASCII_OF } from "../characters.ts";
import { capturedDigits } from "../decode/element-value.ts";
import { digitIsRight, judge, serialRule } from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import { copy, createScratch, piecesOf, writeText } from "../pack/bytes.ts";
import {
  DISPLACEMENT_FIRST,
  ENGINE_BASE,
  ENGINE_MODEL,
  FORMULA_BASE,
  NO_SCORE,
  ROW,
  VALUE,
  VALUE_TEXT,
  WMI,
  WMI_PIECE,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { type AnswerLayout, answerLayout, Kind } from "./answer-layout.ts";
import { expectedDigit, notesOf, onlyNotes, warningsOf } from "./warnings.ts";

const SIZE = 1 << 16;
/** An element's many rows stop here; what follows them needs far less than the rest. */
const ROOM = SIZE - 16384;
const OTHER_ENGINE = 129;

/** Makes the writer of `GET /vin-decoder/{vin}` bodies for a pack. */
export function createAnswer(pack: Pack): (state: State) => Uint8Array<ArrayBuffer> {
  const { kinds, details, texts }: AnswerLayout = answerLayout();
  const { view: pieces, starts } = piecesOf(texts);
  const scratch = createScratch(SIZE);
  const { bytes, view } = scratch;
  const { values, wmis, rows } = pack;
  const strings = new DataView(pack.strings.buffer, pack.strings.byteOffset);
  const fields = kinds.length;
  const firstNote = fields + 5;

  const string = (at: number, place: number): number =>
    copy(view, at, strings, place + 2, place + 2 + strings.getUint16(place, true));
  const valueText = (at: number, value: number): number =>
    value < 0 ? at : string(at, values[value * VALUE + VALUE_TEXT]!);

  const element = (at: number, state: State, id: number): number => {
    const score = state.chosen.best[id]!;
    if (score === NO_SCORE) return at;
    const value = rows[state.chosen.row[id]! * ROW]! & 0xffffff;
    if (score < FORMULA_BASE || score >= ENGINE_BASE) return valueText(at, value);
    return writeText(scratch, at, capturedDigits(pack, state, value) ?? "");
  };

  const several = (at: number, state: State, id: number, begun: boolean): number => {
    const { multiple, multipleCount } = state.chosen;
    let end = at;
    let separate = begun;
    for (let i = 0; i < multipleCount; i++) {
      const meaning = rows[multiple[i * 2]! * ROW]!;
      if (meaning >>> 24 !== id || end > ROOM) continue;
      if (separate) end = writeText(scratch, end, "; ");
      end = valueText(end, meaning & 0xffffff);
      separate = true;
    }
    return end;
  };

  const vin = (at: number, state: State): number => {
    for (let i = 0; i < state.length; i++) bytes[at + i] = ASCII_OF[state.codes[i]!]!;
    return at + state.length;
  };

  const year = (at: number, number: number): number => {
    if (number === 0) return at;
    bytes[at] = 48 + ((number / 1000) | 0);
    bytes[at + 1] = 48 + (((number / 100) | 0) % 10);
    bytes[at + 2] = 48 + (((number / 10) | 0) % 10);
    bytes[at + 3] = 48 + (number % 10);
    return at + 4;
  };

  const displacement = (at: number, state: State, id: number): number => {
    const converted = state.chosen.converted[id - DISPLACEMENT_FIRST]!;
    return converted >= 0 ? valueText(at, converted) : element(at, state, id);
  };

  const engine = (at: number, state: State): number => {
    const model = element(at, state, ENGINE_MODEL);
    return several(model, state, OTHER_ENGINE, model > at);
  };

  const warnings = (at: number, state: State): number => {
    judge(pack, state, state.chosen);
    let end = at;
    for (const warning of warningsOf(pack, state)) {
      if (end > at) bytes[end++] = 44;
      bytes[end++] = 34;
      end = writeText(scratch, end, warning);
      bytes[end++] = 34;
    }
    return end;
  };

  /** The place of a field's text, or −1 when it has none or is no stored text. */
  const placeOf = (state: State, kind: number, detail: number): number => {
    const pass = state.chosen;
    let value = -1;
    if (kind === Kind.element) {
      const score = pass.best[detail]!;
      const stored = score < FORMULA_BASE || (score >= ENGINE_BASE && score !== NO_SCORE);
      if (stored) value = rows[pass.row[detail]! * ROW]! & 0xffffff;
    } else if (kind === Kind.manufacturer) value = wmis[state.wmi * WMI + detail]!;
    else if (kind === Kind.make) value = pass.make;
    // The origin's text holds both: the region, a closing quote, and the country.
    else return kind === Kind.origin ? wmis[state.wmi * WMI + WMI_PIECE]! : -1;
    return value < 0 ? -1 : values[value * VALUE + VALUE_TEXT]!;
  };

  /** Whether a field without a stored text of its own may have something to write. */
  const composed = (state: State, kind: number, detail: number): boolean => {
    const pass = state.chosen;
    if (kind === Kind.several) return pass.multipleCount > 0;
    return kind !== Kind.element || pass.best[detail] !== NO_SCORE;
  };

  /** Writes what is no stored text: characters, numbers, several texts in one field. */
  const compose = (at: number, state: State, kind: number, detail: number): number => {
    switch (kind) {
      case Kind.vin:
        return vin(at, state);
      case Kind.year:
        return year(at, state.chosen.year);
      case Kind.displacement:
        return displacement(at, state, detail);
      case Kind.engine:
        return engine(at, state);
      case Kind.several:
        return several(at, state, detail, false);
      default:
        return kind === Kind.element ? element(at, state, detail) : at;
    }
  };

  return (state) => {
    let at = 0;
    // Pieces lie one after another, so that those around empty fields are copied in one go.
    let pending = 0;
    for (let i = 0; i < fields; i++) {
      const kind = kinds[i]!;
      if (kind === Kind.none) continue;
      const place = placeOf(state, kind, details[i]!);
      if (place < 0 && !composed(state, kind, details[i]!)) continue;
      at = copy(view, at, pieces, pending, starts[i + 1]!);
      pending = starts[i + 1]!;
      if (place >= 0) at = copy(view, at, strings, place + 2, place + 2 + strings.getUint16(place, true));
      else at = compose(at, state, kind, details[i]!);
    }
    const valid = state.length === 17 && digitIsRight(state, serialRule(pack, state));
    at = copy(view, at, pieces, pending, starts[valid ? fields + 1 : fields]!);
    if (!valid) at = copy(view, at, pieces, starts[fields + 1]!, starts[fields + 2]!);
    if (state.length > 8) bytes[at++] = ASCII_OF[state.codes[8]!]!;
    at = copy(view, at, pieces, starts[fields + 2]!, starts[fields + 3]!);
    if (valid) bytes[at++] = ASCII_OF[state.codes[8]!]!;
    else at = writeText(scratch, at, expectedDigit(state));
    at = copy(view, at, pieces, starts[fields + 3]!, starts[fields + 4]!);
    if (!valid || !onlyNotes(pack, state)) at = warnings(at, state);
    else {
      const notes = firstNote + notesOf(pack, state);
      at = copy(view, at, pieces, starts[notes]!, starts[notes + 1]!);
    }
    at = copy(view, at, pieces, starts[fields + 4]!, starts[fields + 5]!);
    // Small buffers come out of a shared pool, at a quarter of the price of an array of their own.
    const body = Buffer.allocUnsafe(at);
    body.set(bytes.subarray(0, at));
    return body;
  };
}
