import { STAR } from "../characters.ts";
import { GVWR, GVWR_TO, MODEL } from "../elements.ts";
import { NO_SCORE, ROW, VALUE, VALUE_TEXT, WMI, WMI_TYPE } from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { badPositions, findErrors } from "./errors.ts";
import type { Pass, State } from "./state.ts";
import { weightOf } from "./weight.ts";
import { DESCRIBED, describesLawful } from "./years.ts";

/** Whose rules choose the model year: ours, or vPIC's for its own form. */
export type YearRules = "ours" | "vpic";

/** The better of two passes under the years that a VIN can mean. */
export function better(pack: Pack, state: State, a: Pass, b: Pass, rules: YearRules): Pass {
  const later = a.year > b.year ? a : b;
  // With every pattern loaded, vPIC's rule weighs the caller's year too.
  const ours = rules === "ours" && !(pack.meta.complete && state.requested !== 0);
  if (ours) return likelier(pack, state, later, a === later ? b : a);
  return pack.meta.complete ? heavier(pack, state, a, b, later) : heavierOfReduced(pack, state, a, b, later);
}

/** vPIC's preference: errors, then the weights of elements, the number of patterns, the later year. */
function heavier(pack: Pack, state: State, a: Pass, b: Pass, later: Pass): Pass {
  findErrors(pack, state, a);
  findErrors(pack, state, b);
  if (a.errorWeight !== b.errorWeight) return a.errorWeight > b.errorWeight ? a : b;
  const one = weightOf(pack, state.wmi, a) + defaultWeight(pack, state, a);
  const other = weightOf(pack, state.wmi, b) + defaultWeight(pack, state, b);
  if (one !== other) return one > other ? a : b;
  if (a.patterns !== b.patterns) return a.patterns > b.patterns ? a : b;
  if (a.year === state.requested) return a;
  return b.year === state.requested ? b : later;
}

/** The same on reduced data, where missing patterns raise false errors: a model, then weights, then the later year. */
function heavierOfReduced(pack: Pack, state: State, a: Pass, b: Pass, later: Pass): Pass {
  const namesModel = a.best[MODEL] !== NO_SCORE;
  if (namesModel !== (b.best[MODEL] !== NO_SCORE)) return namesModel ? a : b;
  const one = reducedWeight(pack, state.wmi, a);
  const other = reducedWeight(pack, state.wmi, b);
  return one === other ? later : one > other ? a : b;
}

/** The weight of the elements that only vPIC's defaults fill. */
function defaultWeight(pack: Pack, state: State, { best }: Pass): number {
  const vehicleType = pack.wmis[state.wmi * WMI + WMI_TYPE];
  let weight = 0;
  for (const { type, element } of pack.meta.defaults)
    if (type === vehicleType && best[element] === NO_SCORE) weight += pack.weights[element]!;
  return weight;
}

/** The weight of a pass's elements without the upper weight class, which reduced data contains by chance. */
const reducedWeight = (pack: Pack, wmi: number, pass: Pass): number =>
  weightOf(pack, wmi, pass) - (pass.best[GVWR_TO] === NO_SCORE ? 0 : pack.weights[GVWR_TO]!);

/**
 * Our preference. The number of elements is no evidence of the year: patterns of the 1990s are more detailed than
 * those of today. So the earlier year must be better founded: its patterns cover more of positions 4 to 8, or name a
 * model where the later ones name none. If position 7 is a letter, as it is by law in light vehicles since 2010
 * alone, they must describe the vehicle.
 */
function likelier(pack: Pack, state: State, later: Pass, earlier: Pass): Pass {
  const seventh = state.codes[6]!;
  const letter = seventh >= 10 && seventh < STAR;
  if (letter && !describesLawful(pack, state, earlier)) return later;
  const unknown = unknownIn(pack, state, later);
  const before = unknownIn(pack, state, earlier);
  if (unknown !== before && (unknown === SEVERAL || before === SEVERAL))
    return unknown === SEVERAL ? earlier : later;
  if (letter && later.patterns > 0 && isLight(pack, earlier)) return later;
  if (seventh < 10 && before <= unknown && isLight(pack, later)) return earlier;
  const namesModel = later.best[MODEL] !== NO_SCORE;
  if (namesModel !== (earlier.best[MODEL] !== NO_SCORE)) return namesModel ? later : earlier;
  return unknown > before ? earlier : later;
}

const SEVERAL = 2;

/** How many of positions 4 to 8 hold a character that no pattern of the year has: none, one, or several. */
function unknownIn(pack: Pack, state: State, pass: Pass): number {
  if (pass.patterns === 0) return SEVERAL;
  const bad = badPositions(pack, state, pass) & DESCRIBED;
  return bad === 0 ? 0 : (bad & (bad - 1)) === 0 ? 1 : SEVERAL;
}

/**
 * Whether patterns state a weight of up to 10,000 lb. For such trucks position 7 gives the cycle of the year as it
 * does for cars (49 CFR 565), but vPIC registers them with the same manufacturer codes as heavier ones.
 */
function isLight(pack: Pack, pass: Pass): boolean {
  if (pass.best[GVWR] === NO_SCORE) return false;
  const value = pack.rows[pass.row[GVWR]! * ROW]! & 0xffffff;
  return /^Class [12]/.test(stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!));
}
