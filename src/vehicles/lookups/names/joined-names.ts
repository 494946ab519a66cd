import { withoutBrackets } from "../../../base/text/delimited.ts";
import { type Name, nameKey } from "../../families/names.ts";
import type { Names } from "./known-names.ts";

/** The names that one name stands for: `LE/SE/XLE` is three trims, and `LT (1LT)` is also `LT`. */
function partsOf(name: string): string[] {
  return withoutBrackets(name)
    .split(/[/,;+&]|\s-\s|\sand\s/i)
    .map(nameKey)
    .filter((key) => key !== "");
}

/** Whether a name is one of those that another stands for. */
export function isPartOf(name: string, other: string): boolean {
  const key = nameKey(name);
  return key === nameKey(other) || partsOf(other).includes(key);
}

const wordsOf = (name: string): string[] =>
  name
    .split(/[\s/,;+&()]+/)
    .map(nameKey)
    .filter((key) => key !== "");

/**
 * The known names that a text means, by the surest way that finds any: the same name; names of which it is a
 * part (`LE` of `LE/SE/XLE`); names that have all of its words (`SE Hybrid` of `SE/XLE Hybrid`).
 */
export function matchNames(
  text: string,
  known: Names,
): { readonly names: readonly Name[]; readonly exact: boolean } {
  const key = nameKey(text);
  const same = known.get(key);
  if (same !== undefined) return { names: [{ key, text: same }], exact: true };
  const all = [...known].map(([knownKey, name]) => ({ key: knownKey, text: name }));
  const ways: ((name: string) => boolean)[] = [
    (name) => partsOf(name).includes(key),
    (name) => {
      const words = wordsOf(name);
      return wordsOf(text).every((word) => words.includes(word));
    },
  ];
  const found = key === "" ? [] : ways.map((way) => all.filter((one) => way(one.text)));
  return { names: found.find((names) => names.length > 0) ?? [], exact: false };
}

/** The models that a text means, and what of it names a series or a trim of theirs. */
export interface MatchedModels {
  /** As answers call it. */
  readonly name: Name;
  /** Several where a series was named. */
  readonly models: readonly Name[];
  /** The key of the series that was named: `1500` of `Silverado 1500`; `""` for none. */
  readonly series: string;
  /** The key of a trim that stands behind the model's name: `350` of `ES 350`; `""` for none. */
  readonly trim: string;
}

/** The series and the trims of a model. */
export interface ModelNames {
  seriesOf(modelKey: string): Names;
  trimsOf(modelKey: string): Names;
}

/**
 * The models that a text means: itself; with its make before it or without (`Mazda 6`, `6`); the models of a
 * series (`3 Series`); a model with a series (`Silverado 1500`) or a trim behind it (`ES 350`). `undefined` where
 * none is meant.
 */
export function matchModels(
  text: string,
  makeKey: string,
  known: Names,
  { seriesOf, trimsOf }: ModelNames,
): MatchedModels | undefined {
  const key = nameKey(text);
  const model = (one: string): Name => ({ key: one, text: known.get(one)! });
  const only = (one: string, series = "", trim = ""): MatchedModels => {
    return { name: model(one), models: [model(one)], series, trim };
  };
  const own = [key, `${makeKey}${key}`, key.startsWith(makeKey) ? key.slice(makeKey.length) : ""];
  const same = own.find((one) => known.has(one));
  if (same !== undefined) return only(same);
  const ofSeries = [...known.keys()].filter((one) => seriesOf(one).has(key));
  const [first, ...others] = ofSeries;
  if (first !== undefined && others.length === 0) return only(first, key);
  if (first !== undefined) {
    const name = { key, text: seriesOf(first).get(key)! };
    return { name, models: ofSeries.map(model), series: key, trim: "" };
  }
  const before = [...known.keys()].filter((one) => key.startsWith(one)).sort((a, b) => b.length - a.length);
  for (const one of before) {
    const rest = key.slice(one.length);
    if (seriesOf(one).has(rest)) return only(one, rest);
    if ([...trimsOf(one).values()].some((trim) => partsOf(trim).includes(rest))) return only(one, "", rest);
  }
  return undefined;
}
