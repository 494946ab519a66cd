import { VIN_LENGTH } from "../characters.ts";
import { wordOfCode } from "../decode/code-facts.ts";
import { capturedDigits, elementValue } from "../decode/element-value.ts";
import { digitIsRight, findErrors, serialRule } from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import { MAKE, MANUFACTURER_ID, MODEL, MODEL_YEAR } from "../elements.ts";
import {
  ENGINE_BASE,
  ENGINE_CHOICE,
  FORMULA_BASE,
  NO_SCORE,
  ROW,
  SPECIFICATION_BASE,
  VALUE,
  VALUE_RAW,
  VALUE_TEXT,
  WMI_TYPE,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { derivedByLaw } from "./by-law.ts";
import { type Derived, derivedIn, derivedOf } from "./derived.ts";
import { errorTexts } from "./error-texts.ts";
import { suggestionFor } from "./suggestion.ts";
import { characterAt, expectedDigit, reportedCodes, warningsOf } from "./warnings.ts";

/** What can decide an element's value. */
export const DECIDERS = [
  "pattern",
  "engine",
  "formula",
  "model",
  "conversion",
  "specification",
  "default",
  "manufacturer",
  "year",
] as const;
export type DecidedBy = (typeof DECIDERS)[number];

export interface DecodedElement {
  readonly id: number;
  /** vPIC's name, its flat code and its group. */
  readonly name: string;
  readonly code: string;
  readonly group: string;
  readonly value: string;
  /** The lookup's number, or the text itself if the element has no lookup. */
  readonly attribute: string;
  readonly decidedBy: DecidedBy;
  /** vPIC's id of the deciding pattern or vehicle specification; `null` if neither decided. */
  readonly patternId: number | null;
  /** The deciding pattern's key; `""` if no pattern decided. */
  readonly key: string;
}

/** A decoded VIN. Texts are `""` when unknown. */
export interface Decode {
  readonly vin: string;
  readonly make: string;
  readonly model: string;
  /** 0 when unknown. */
  readonly year: number;
  /** Whether another cycle of 30 years is ruled out. */
  readonly yearIsCertain: boolean;
  readonly elements: readonly DecodedElement[];
  readonly checkDigit: { readonly actual: string; readonly expected: string; readonly valid: boolean };
  /** Facts that no pattern states; they are not among the elements. */
  readonly derived: readonly Derived[];
  /**
   * vPIC's error codes, `[0]` if none applies. Reduced data can show only some of them: those that were
   * found, or `unknown` if none was.
   */
  readonly errorCodes: readonly number[] | "unknown";
  readonly warnings: readonly string[];
  /** vPIC's own texts of the error codes and its additions; `""` if the data does not contain them. */
  readonly errorText: string;
  readonly additionalErrorText: string;
  /**
   * vPIC's suggestion, with `!` in bad positions, and the characters that patterns name there; `""` if every
   * character is known. Reduced data lack patterns, so an unknown character need not be wrong.
   */
  readonly suggestedVin: string;
  readonly possibleValues: string;
  readonly descriptor: string;
}

export const vinOf = (state: State): string =>
  Array.from({ length: state.length }, (_, index) => characterAt(state, index)).join("");

/** Characters 1–11 (1–14 for small manufacturers), with a star for the check digit and for missing ones. */
export function descriptorOf(vin: string): string {
  const filled = vin.padEnd(17, "*");
  return `${filled.slice(0, 8)}*${filled.slice(9)}`.slice(0, vin[2] === "9" ? 14 : 11);
}

type Origin = Pick<DecodedElement, "decidedBy" | "patternId" | "key">;

function originOf(pack: Pack, state: State, element: number): Origin {
  const pass = state.chosen;
  const none = { patternId: null, key: "" };
  const from = element === MAKE && pass.best[MODEL] !== NO_SCORE ? MODEL : element;
  if (pass.best[from] === NO_SCORE) {
    return { decidedBy: element >= 11 && element <= 13 ? "conversion" : "manufacturer", ...none };
  }
  const score = pass.best[from]!;
  if (score >= SPECIFICATION_BASE)
    return { decidedBy: "specification", patternId: pack.rows[pass.row[from]! * ROW + 2]!, key: "" };
  const engine = score >= ENGINE_BASE;
  // The pattern that chose the engine decides the engine's values.
  const row = pass.row[engine ? ENGINE_CHOICE : from]!;
  const key = stringOf(pack, pack.keyTexts[pass.key[from]!]!);
  const decidedBy = engine
    ? "engine"
    : score >= FORMULA_BASE
      ? "formula"
      : from === element
        ? "pattern"
        : "model";
  return { decidedBy, patternId: pack.rows[row * ROW + 2]!, key };
}

function elementsOf(pack: Pack, state: State): DecodedElement[] {
  const pass = state.chosen;
  const found: DecodedElement[] = [];
  const defaults = defaultsOf(pack, state);
  for (const { id, name, code, group, multiple } of pack.meta.elements) {
    const about = { id, name, code, group };
    if (id === MODEL_YEAR && pass.year > 0) {
      const year = String(pass.year);
      found.push({ ...about, value: year, attribute: year, decidedBy: "year", patternId: null, key: "" });
    }
    const value = multiple ? -1 : elementValue(pack, state, id);
    const rows = rowsOf(pack, state, id).map((row) => ({ ...about, ...row }));
    if (value >= 0) {
      const text =
        capturedDigits(pack, state, value) ?? stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
      const attribute = stringOf(pack, pack.values[value * VALUE + VALUE_RAW]!);
      rows.unshift({ ...about, value: text, attribute, ...originOf(pack, state, id) });
    }
    found.push(...rows);
    if (rows.length === 0 && defaults.has(id)) found.push({ ...about, ...defaults.get(id)! });
  }
  return found;
}

/** vPIC's default values of elements without any other, by element. */
function defaultsOf(pack: Pack, state: State): Map<number, Origin & { value: string; attribute: string }> {
  const vehicleType = wordOfCode(pack, state, WMI_TYPE);
  const own = pack.meta.defaults.filter(({ type }) => type === vehicleType);
  return new Map(
    own.map(({ element, attribute, text }) => [
      element,
      { value: text, attribute, decidedBy: "default", patternId: null, key: "" },
    ]),
  );
}

/**
 * The rows of an element that keeps all rows, in order of pattern, and those that vehicle specifications add.
 */
function rowsOf(pack: Pack, state: State, element: number) {
  const { multiple, multipleCount, row: choice } = state.chosen;
  const found: (Origin & { value: string; attribute: string })[] = [];
  for (let i = 0; i < multipleCount; i++) {
    const row = multiple[i * 2]!;
    const meaning = pack.rows[row * ROW]!;
    if (meaning >>> 24 !== element) continue;
    const value = (meaning & 0xffffff) * VALUE;
    const sheet = row >= pack.engineRows[pack.engineRows.length - 1]!;
    const engine = !sheet && row >= pack.engineRows[0]!;
    const key = multiple[i * 2 + 1]!;
    found.push({
      value: stringOf(pack, pack.values[value + VALUE_TEXT]!),
      attribute: stringOf(pack, pack.values[value + VALUE_RAW]!),
      decidedBy: sheet ? "specification" : engine ? "engine" : "pattern",
      patternId: pack.rows[(engine ? choice[ENGINE_CHOICE]! : row) * ROW + 2]!,
      key: key < 0 ? "" : stringOf(pack, pack.keyTexts[key]!),
    });
  }
  return found;
}

/** Turns a finished decode into an object. Call it before the state is reused. */
export function describe(pack: Pack, state: State, added: readonly Derived[] = []): Decode {
  findErrors(pack, state, state.chosen);
  const elements = elementsOf(pack, state);
  const valueFor = (id: number) =>
    elements.find((element) => element.id === id)?.value ??
    added.find(({ element }) => element === id)?.value ??
    "";
  const vin = vinOf(state);
  const expected = expectedDigit(state);
  const actual = vin[8] ?? "";
  return {
    vin,
    make: valueFor(MAKE),
    model: valueFor(MODEL),
    year: state.chosen.year,
    yearIsCertain: state.chosen.conclusive && state.chosen.year > 0,
    elements: elements.filter((element) => element.id !== MANUFACTURER_ID),
    derived: [...derivedOf(derivedIn(pack, state)), ...added, ...derivedByLaw(pack, state, elements)],
    checkDigit: {
      actual,
      expected,
      valid: state.length === VIN_LENGTH && digitIsRight(state, serialRule(pack, state)),
    },
    errorCodes: reportedCodes(pack, state),
    warnings: warningsOf(pack, state),
    ...errorTexts(pack, state),
    ...suggestionFor(pack, state, vin),
    descriptor: descriptorOf(vin),
  };
}
