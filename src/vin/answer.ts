import { copy, createOutput, type Output, piecesOf, writeText } from "./bytes.ts";
import { ASCII_OF } from "./characters.ts";
import { capturedDigits, elementValue } from "./element-value.ts";
import { bodyMarks, digitIsRight, invalidAnywhere, judge, serialRule } from "./errors.ts";
import { FIELDS, type FieldSource } from "./fields.ts";
import {
  ENGINE_MODEL,
  MULTIPLE,
  ROW,
  VALUE,
  VALUE_TEXT,
  WMI,
  WMI_FLAGS,
  WMI_INCOMPLETE,
  WMI_PIECE,
} from "./layout.ts";
import type { Pack } from "./pack.ts";
import type { State } from "./state.ts";
import { expectedDigit, warningsOf } from "./warnings.ts";

const SIZE = 1 << 16;
/** vPIC's longest text times the rows one element may bring stays far below this. */
const ROOM = SIZE - 8192;
const OTHER_ENGINE = 129;

interface Layout {
  readonly sources: readonly FieldSource[];
  readonly texts: readonly string[];
}

/** The pieces between the values: names, quotes and braces, one before each source and one after the last. */
function layout(): Layout {
  const sources: FieldSource[] = [];
  const texts: string[] = [];
  let before = '{"status":"success","data":{';
  for (const [group, fields] of FIELDS) {
    before += `"${group}":{`;
    fields.forEach(([name, source], i) => {
      texts.push(`${before}${i === 0 ? "" : ","}"${name}":"`);
      sources.push(source);
      before = '"';
    });
    before += "},";
  }
  texts.push(`${before}"check":{"valid":true,"check_digit":"`);
  texts.push(`${before}"check":{"valid":false,"check_digit":"`);
  texts.push('","expected":"', '","warnings":[', "]}}}");
  return { sources, texts };
}

/** Whether anything but a wrong check digit calls for a warning: the cheap half of `judge`. */
function mayWarn(pack: Pack, state: State): boolean {
  const pass = state.chosen;
  const type = pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_INCOMPLETE;
  const plain = pass.conclusive && pass.year !== 0 && !pass.differs && pass.patterns > 0 && type === 0;
  return pack.meta.complete || !plain || bodyMarks(pack, pass) !== 0 || invalidAnywhere(pack, state);
}

/** Makes the writer of `GET /vin-decoder/{vin}` bodies for a pack. */
export function createAnswer(pack: Pack): (state: State) => Uint8Array<ArrayBuffer> {
  const { sources, texts } = layout();
  const { view: pieces, starts } = piecesOf(texts);
  const output: Output = createOutput(SIZE);
  const { stringOffsets, stringBytes, values, wmis } = pack;
  const strings = new DataView(stringBytes.buffer, stringBytes.byteOffset);
  const fields = sources.length;

  const piece = (i: number): void => copy(output, pieces, starts[i]!, starts[i + 1]!);
  const string = (place: number): void =>
    copy(output, strings, stringOffsets[place]!, stringOffsets[place + 1]!);

  const several = (state: State, element: number, begun: boolean): void => {
    const pass = state.chosen;
    let separator = begun;
    for (let i = 0; i < pass.multipleCount; i++) {
      const meaning = pack.rows[pass.multiple[i * 2]! * ROW]!;
      if (meaning >>> 24 !== element || output.length > ROOM) continue;
      if (separator) writeText(output, "; ");
      string(values[(meaning & 0xffffff) * VALUE + VALUE_TEXT]!);
      separator = true;
    }
  };

  const value = (state: State, element: number): boolean => {
    const found = elementValue(pack, state, element);
    if (found < 0) return false;
    if (values[found * VALUE]! >>> 8 !== 0) writeText(output, capturedDigits(pack, state, found) ?? "");
    else string(values[found * VALUE + VALUE_TEXT]!);
    return true;
  };

  const special = (state: State, source: FieldSource): void => {
    if (source === "vin") {
      for (let i = 0; i < state.length; i++) output.bytes[output.length++] = ASCII_OF[state.codes[i]!]!;
    } else if (source === "year") {
      const { year } = state.chosen;
      for (let unit = 1000; year > 0 && unit >= 1; unit /= 10) {
        output.bytes[output.length++] = 48 + (Math.floor(year / unit) % 10);
      }
    } else if (source === "make") {
      value(state, 26);
    } else if (source === "origin") {
      // The piece holds both: the region, a closing quote, and the country.
      const place = wmis[state.wmi * WMI + WMI_PIECE]!;
      copy(output, strings, stringOffsets[place]!, stringOffsets[place + 1]!);
    } else if (source === "engine") {
      several(state, OTHER_ENGINE, value(state, ENGINE_MODEL));
    }
  };

  return (state) => {
    output.length = 0;
    for (let i = 0; i < fields; i++) {
      piece(i);
      const source = sources[i]!;
      if (typeof source !== "number") special(state, source);
      else if (MULTIPLE.includes(source)) several(state, source, false);
      else value(state, source);
    }
    const valid = state.length === 17 && digitIsRight(state, serialRule(pack, state));
    piece(valid ? fields : fields + 1);
    if (state.length > 8) output.bytes[output.length++] = ASCII_OF[state.codes[8]!]!;
    piece(fields + 2);
    if (valid) output.bytes[output.length++] = ASCII_OF[state.codes[8]!]!;
    else writeText(output, expectedDigit(state));
    piece(fields + 3);
    if (!valid || mayWarn(pack, state)) writeWarnings(state);
    piece(fields + 4);
    return output.bytes.slice(0, output.length) as Uint8Array<ArrayBuffer>;
  };

  function writeWarnings(state: State): void {
    judge(pack, state, state.chosen);
    warningsOf(pack, state).forEach((warning, i) => {
      output.bytes[output.length++] = i === 0 ? 34 : 44;
      if (i > 0) output.bytes[output.length++] = 34;
      writeText(output, warning);
      output.bytes[output.length++] = 34;
    });
  }
}
