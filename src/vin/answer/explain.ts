import { type Candidate, candidatesOf } from "../decode/candidates.ts";
import { convertedFrom } from "../decode/displacement.ts";
import { capturedDigits } from "../decode/element-value.ts";
import type { State } from "../decode/state.ts";
import { MODEL_YEAR } from "../elements.ts";
import {
  DISPLACEMENT,
  DISPLACEMENT_FIRST,
  ENGINE_BASE,
  FORMULA_BASE,
  RANK_BITS,
  ROW,
  VALUE,
  VALUE_TEXT,
  WMI,
  WMI_FLAGS,
  WMI_LIGHT,
  WMI_SIX,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import type { Derived } from "./derived.ts";
import { type DecidedBy, type DecodedElement, describe } from "./describe.ts";
import { explainPositions, type Position, positionsOfKey } from "./positions.ts";

/** Why another value lost. */
export const LOSSES = [
  /** Patterns win over formulas, and both over an engine model's rows. */
  "source",
  /** Its schema begins with an earlier model year. */
  "schema_year",
  /** It was changed earlier, or comes later in vPIC's order of keys. */
  "order",
  /** Less of the VIN is known under that model year. */
  "model_year",
] as const;
export type LostBy = (typeof LOSSES)[number];

/** A value in the VIN's rows that lost. */
export interface Alternative {
  readonly value: string;
  readonly decided_by: DecidedBy;
  /** vPIC's id of the pattern; `null` for a model year. */
  readonly pattern_id: number | null;
  readonly key: string;
  readonly lost_by: LostBy;
}

/** What decided an element's value. */
export interface ExplainedElement {
  readonly element_id: number;
  readonly name: string;
  readonly code: string;
  readonly value: string;
  readonly decided_by: DecidedBy | "derived";
  /** vPIC's id of the pattern or vehicle specification; `null` if neither decided. */
  readonly pattern_id: number | null;
  /** The pattern's key; `""` if no pattern decided. */
  readonly key: string;
  /** The positions of the VIN, from 1, that decided. */
  readonly positions: readonly number[];
  /** The origin of a converted or derived value; `""` for others. */
  readonly rule: string;
  /** Other values, best first; empty for elements that keep all rows. */
  readonly alternatives: readonly Alternative[];
}

/** A decode explained: what each position means, and what decided each element. */
export interface Explanation {
  readonly positions: readonly Position[];
  readonly elements: readonly ExplainedElement[];
}

const WMI_POSITIONS: readonly number[] = [1, 2, 3];
const LONG_WMI_POSITIONS: readonly number[] = [1, 2, 3, 12, 13, 14];
const YEAR_POSITIONS: readonly number[] = [10];
/** For cars and light trucks position 7 decides the cycle of 30 years. */
const LIGHT_YEAR_POSITIONS: readonly number[] = [7, 10];

function textOf(pack: Pack, state: State, { row }: Candidate): string {
  const value = pack.rows[row * ROW]! & 0xffffff;
  return capturedDigits(pack, state, value) ?? stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
}

const kindOf = (score: number): DecidedBy =>
  score >= ENGINE_BASE ? "engine" : score >= FORMULA_BASE ? "formula" : "pattern";

function lostBy(winner: number, loser: number): LostBy {
  if (kindOf(winner) !== kindOf(loser)) return "source";
  return winner >>> RANK_BITS === loser >>> RANK_BITS ? "order" : "schema_year";
}

/** `2` and `2.0` are one value. */
const sameValue = (text: string): string => (text !== "" && Number.isFinite(+text) ? String(+text) : text);

/** The values of rows that lost, each once, without the one returned. */
function alternativesOf(
  pack: Pack,
  state: State,
  candidates: readonly Candidate[],
  answered: string,
): Alternative[] {
  const [winner, ...losers] = candidates;
  if (!winner || winner.score < 0) return [];
  const seen = new Set([sameValue(answered)]);
  return losers.flatMap((loser) => {
    const value = textOf(pack, state, loser);
    if (seen.has(sameValue(value))) return [];
    seen.add(sameValue(value));
    const { score, key } = loser;
    return {
      value,
      decided_by: kindOf(score),
      pattern_id: pack.rows[loser.row * ROW + 2]!,
      key,
      lost_by: lostBy(winner.score, score),
    };
  });
}

/** The year of the other cycle of 30 years, if the VIN allows both. */
function otherYearOf({ chosen, otherYear }: State): Alternative[] {
  if (chosen.conclusive || otherYear === 0) return [];
  return [{ value: String(otherYear), decided_by: "year", pattern_id: null, key: "", lost_by: "model_year" }];
}

/** The positions that decided a value without a pattern's key. */
function positionsOf(pack: Pack, state: State, element: DecodedElement): readonly number[] {
  if (element.key !== "") return positionsOfKey(element.key);
  const flags = pack.wmis[state.wmi * WMI + WMI_FLAGS]!;
  if (element.decidedBy === "year") return flags & WMI_LIGHT ? LIGHT_YEAR_POSITIONS : YEAR_POSITIONS;
  if (element.decidedBy !== "manufacturer") return [];
  return flags & WMI_SIX ? LONG_WMI_POSITIONS : WMI_POSITIONS;
}

/** Explains a finished decode. Call it before the state is reused. */
export function explain(pack: Pack, state: State, added: readonly Derived[] = []): Explanation {
  const decode = describe(pack, state, added);
  const candidates = candidatesOf(pack, state);
  const byId = new Map(decode.elements.map((element) => [element.id, element]));

  const elements = decode.elements.map((element): ExplainedElement => {
    const { id, name, code, value, decidedBy } = element;
    const source =
      decidedBy === "conversion"
        ? byId.get(DISPLACEMENT[convertedFrom(pack, state.chosen, id - DISPLACEMENT_FIRST)]!)
        : undefined;
    const { patternId, key } = source ?? element;
    return {
      element_id: id,
      name,
      code,
      value,
      decided_by: decidedBy,
      pattern_id: patternId,
      key,
      positions: positionsOf(pack, state, source ?? element),
      rule: source ? `Converted from ${source.name} ${source.value}.` : "",
      alternatives:
        id === MODEL_YEAR ? otherYearOf(state) : alternativesOf(pack, state, candidates.get(id) ?? [], value),
    };
  });
  const derived = decode.derived.map(({ element, value, rule }): ExplainedElement => {
    const { name, code } = pack.meta.elements.find(({ id }) => id === element)!;
    return {
      element_id: element,
      name,
      code,
      value,
      decided_by: "derived",
      pattern_id: null,
      key: "",
      positions: [],
      rule,
      alternatives: [],
    };
  });
  return { positions: explainPositions(decode), elements: [...elements, ...derived] };
}
