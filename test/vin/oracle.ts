import { convert } from "../../src/vin/compile/conversion.ts";
import type { OracleData, PatternRow, WmiRow } from "./oracle-data.ts";
import { checkDigitOf, correct } from "./oracle-errors.ts";
import { matches, namedCharacters } from "./oracle-keys.ts";

// The procedure of vPIC once more: slow, plain, step by step, and sharing nothing with the compiled form but
// the arithmetic of conversions, which has a test of its own.

export interface Item {
  readonly element: number;
  readonly value: string;
  readonly attribute: string;
  readonly patternId: number | null;
  readonly key: string;
}

export interface OracleDecode {
  readonly year: number;
  readonly conclusive: boolean;
  readonly items: readonly Item[];
  readonly codes: readonly number[];
  readonly suggested: string;
  readonly possible: string;
}

interface Candidate extends PatternRow {
  readonly priority: number;
  readonly patternId: number;
  readonly shownKey: string;
  readonly value: string;
  readonly source: "pattern" | "engine" | "formula";
}

interface Pass extends OracleDecode {
  readonly errorWeight: number;
  readonly weight: number;
  readonly patterns: number;
}

const MULTIPLE = [114, 121, 129, 150, 154, 155, 169, 186];
const WEIGHT: Record<number, number> = {
  1: -5,
  2: -100,
  3: -100,
  4: -200,
  5: -300,
  6: -10,
  8: -1000,
  11: -20,
  12: -20,
  14: -30,
  400: -40,
};
const OFF_ROAD = ["69", "84", "86", "88", "97", "105", "113", "124", "126", "127"];

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Later first; no time at all before every time. */
const later = (a: string, b: string): number =>
  a === b ? 0 : a === "" ? -1 : b === "" ? 1 : compareText(b, a);

function inOrder(a: Candidate, b: Candidate): number {
  return (
    b.priority - a.priority ||
    later(a.changed, b.changed) ||
    a.shownKey.replaceAll("*", "").length - b.shownKey.replaceAll("*", "").length ||
    compareText(a.shownKey.replace(/[[\]]/g, ""), b.shownKey.replace(/[[\]]/g, "")) ||
    a.id - b.id
  );
}

const isLight = (wmi: WmiRow): boolean => [2, 7].includes(wmi.type) || (wmi.type === 3 && wmi.truck === 1);

function keyStringOf(vin: string): string {
  const key = vin.slice(3, 8);
  return vin.length > 9 ? `${key}|${vin.slice(9, 17)}` : key;
}

function textOf(data: OracleData, element: number, attribute: string): string {
  const table = data.elements.get(element)?.table ?? "";
  return (data.lookup(table, attribute) ?? attribute).replace(/[\t\r\n]/g, " ");
}

function candidatesOf(
  data: OracleData,
  wmi: WmiRow,
  year: number | undefined,
  keyString: string,
): Candidate[] {
  const links = (data.links.get(wmi.id) ?? []).filter(
    (link) => year === undefined || (link.from <= year && year <= link.to),
  );
  const found: Candidate[] = [];
  for (const link of links) {
    for (const row of data.patterns.get(link.schema) ?? []) {
      if (!data.elements.get(row.element)?.usable || !matches(row.key, keyString)) continue;
      const common = { ...row, patternId: row.id, shownKey: row.key };
      if (!row.key.includes("#")) {
        const value = textOf(data, row.element, row.attribute);
        found.push({ ...common, priority: link.from, source: "pattern", value });
      } else {
        const value = keyString.slice(row.key.indexOf("#"), row.key.lastIndexOf("#") + 1);
        found.push({ ...common, priority: 100, source: "formula", value });
      }
    }
  }
  const engines = found.filter((each) => each.element === 18 && each.source === "pattern");
  engines.sort((a, b) => b.priority - a.priority || later(a.changed, b.changed) || b.id - a.id);
  const [engine] = engines;
  for (const row of engine ? (data.engines.get(engine.attribute.trim().toLowerCase()) ?? []) : []) {
    const value = textOf(data, row.element, row.attribute);
    const { patternId, shownKey } = engine!;
    found.push({ ...row, priority: 50, source: "engine", patternId, shownKey, value });
  }
  return found;
}

function winnersOf(candidates: readonly Candidate[]): Candidate[] {
  const winners: Candidate[] = [];
  for (const element of new Set(candidates.map((each) => each.element))) {
    const own = candidates.filter((each) => each.element === element);
    winners.push(...(MULTIPLE.includes(element) ? own : own.sort(inOrder).slice(0, 1)));
  }
  return winners;
}

function conversionsOf(data: OracleData, winners: readonly Candidate[]): Item[] {
  const have = new Set(winners.map((each) => each.element));
  const made: Item[] = [];
  const steps = winners.flatMap((winner) =>
    data.conversions
      .filter(({ from }) => from === winner.element)
      .map((conversion) => ({ winner, conversion })),
  );
  steps.sort(
    (a, b) =>
      b.winner.priority - a.winner.priority ||
      later(a.winner.changed, b.winner.changed) ||
      a.conversion.id - b.conversion.id,
  );
  for (const { winner, conversion } of steps) {
    if (have.has(conversion.to) || winner.source === "formula") continue;
    const value = convert(conversion.formula, winner.attribute);
    if (value === undefined) continue;
    have.add(conversion.to);
    made.push({ element: conversion.to, value, attribute: value, patternId: null, key: "" });
  }
  return made;
}

function makeOf(data: OracleData, wmi: WmiRow, model: Candidate | undefined): Item | undefined {
  const makes = data.makesOfWmi.get(wmi.id) ?? [];
  const make = model ? data.makeOfModel.get(model.attribute) : makes.length === 1 ? makes[0] : undefined;
  if (make === undefined) return undefined;
  const value = textOf(data, 26, make).toUpperCase();
  return { element: 26, value, attribute: make, patternId: model?.patternId ?? null, key: model?.key ?? "" };
}

function invalidCharacters(vin: string, wmi: WmiRow, offRoad: boolean): boolean {
  const digitsFrom = vin[2] === "9" ? 15 : isLight(wmi) ? 13 : 14;
  return [...vin].some((character, index) => {
    const position = index + 1;
    if (position === 9) return !offRoad && !/[0-9X*]/.test(character);
    if (position === 10 && !/[1-9A-HJ-NPR-TVWXY]/.test(character)) return true;
    return position < digitsFrom ? !/[0-9A-HJ-NPR-Z*]/.test(character) : !/[0-9*]/.test(character);
  });
}

function unused(vin: string, winners: readonly Candidate[]): boolean {
  const used = new Set<number>();
  for (const { shownKey } of winners) {
    for (const [position, characters] of namedCharacters(shownKey)) {
      if (characters.includes(vin[position - 1] ?? "?")) used.add(position);
    }
  }
  return [4, 5, 6, 7, 8, 11].some((position) => position <= vin.length && !used.has(position));
}

function decodeYear(
  data: OracleData,
  vin: string,
  code: string,
  year: number | undefined,
  conclusive: boolean,
  differs: boolean,
): Pass {
  const wmi = data.wmis.get(code)!;
  const winners = winnersOf(candidatesOf(data, wmi, year, keyStringOf(vin)));
  const model = winners.find((each) => each.element === 28);
  const items: Item[] = winners.map(({ element, value, attribute, patternId, shownKey }) => {
    return { element, value, attribute, patternId, key: shownKey };
  });
  items.push(...conversionsOf(data, winners));
  const make = makeOf(data, wmi, model);
  if (make !== undefined) items.push(make);
  const type = String(wmi.type);
  items.push({
    element: 39,
    value: textOf(data, 39, type).toUpperCase(),
    attribute: type,
    patternId: null,
    key: "",
  });
  const manufacturer = textOf(data, 27, wmi.manufacturer).toUpperCase();
  items.push({ element: 27, value: manufacturer, attribute: wmi.manufacturer, patternId: null, key: "" });
  if (year !== undefined) {
    items.push({ element: 29, value: String(year), attribute: String(year), patternId: null, key: "" });
  }

  const codes = new Set<number>();
  let correction = { codes: [] as number[], suggested: "", possible: "" };
  if (winners.length === 0) codes.add(8);
  else {
    const schemas = (data.links.get(wmi.id) ?? []).filter((link) => link.from <= year! && year! <= link.to);
    correction = correct(
      data,
      vin,
      code,
      schemas.map((link) => link.schema),
      year,
    );
    for (const each of correction.codes) codes.add(each);
    if (unused(vin, winners)) codes.add(14);
  }
  const body = winners.find((each) => each.element === 5)?.attribute ?? "";
  if (body === "64") codes.add(9);
  const offRoad = OFF_ROAD.includes(body);
  if (offRoad) codes.add(10);
  if (year === undefined) codes.add(11);
  if (invalidCharacters(vin, wmi, offRoad)) codes.add(400);
  if (differs) codes.add(12);
  const digitsFrom = vin[2] === "9" ? 15 : isLight(wmi) ? 13 : 14;
  if (vin.length < 17) codes.add(6);
  else if (vin[8] !== checkDigitOf(vin, digitsFrom)) codes.add(1);
  if ([...codes].every((each) => [9, 10, 12, 14].includes(each))) {
    codes.add(0);
    if (model === undefined) codes.add(14);
  }
  let weight = 0;
  for (const element of new Set(items.map((item) => item.element)))
    weight += data.elements.get(element)!.weight;
  return {
    year: year ?? 0,
    conclusive,
    items,
    codes: [...codes].sort((a, b) => a - b),
    suggested: correction.suggested,
    possible: correction.possible,
    errorWeight: [...codes].reduce((sum, each) => sum + (WEIGHT[each] ?? 0), 0),
    weight,
    patterns: winners.length,
  };
}

function yearOfCharacter(character: string | undefined): number | undefined {
  const index = "ABCDEFGHJKLMNPRSTVWXY123456789".indexOf(character ?? "?");
  return character === undefined || index < 0 ? undefined : 2010 + index;
}

const covers = (data: OracleData, wmi: WmiRow, year: number): boolean =>
  (data.links.get(wmi.id) ?? []).some((link) => link.from <= year && year <= link.to);

/** Decodes a VIN that is already upper case and without separators; `undefined` for an unknown manufacturer. */
export function oracle(
  data: OracleData,
  vin: string,
  today: { year: number; date: string },
  asked?: number,
): OracleDecode | undefined {
  const code = vin[2] === "9" && vin.length >= 14 ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3);
  const wmi = data.wmis.get(code);
  if (wmi === undefined || wmi.publicDate > `${today.date} 23:59:59`) return undefined;
  const limit = today.year + 2;
  let year = vin.length >= 10 ? yearOfCharacter(vin[9]) : undefined;
  let conclusive = year === undefined;
  if (year !== undefined && isLight(wmi)) {
    if (/[0-9]/.test(vin[6]!)) year -= 30;
    if (/[0-9A-Z]/.test(vin[6]!)) conclusive = true;
  }
  if (year !== undefined && year > limit) {
    year -= 30;
    conclusive = true;
  }
  if (year !== undefined && conclusive) {
    const other = year <= limit - 30 ? year + 30 : year >= 2010 ? year - 30 : year;
    if (other !== year && !covers(data, wmi, year) && covers(data, wmi, other)) year = other;
  }
  const earlier = conclusive ? undefined : year! - 30;
  const passes: Pass[] = [];
  const usable = asked !== undefined && asked >= 1980 && asked <= limit ? asked : undefined;
  let both = true;
  if (usable !== undefined && usable !== year && usable !== earlier) {
    const pass = decodeYear(data, vin, code, usable, true, true);
    passes.push(pass);
    both = pass.codes.includes(8) && year !== undefined;
  }
  if (both) {
    const differs = (each: number | undefined) => asked !== undefined && each !== undefined && each !== asked;
    passes.push(decodeYear(data, vin, code, year, conclusive, differs(year)));
    if (earlier !== undefined)
      passes.push(decodeYear(data, vin, code, earlier, conclusive, differs(earlier)));
  }
  const bonus = (pass: Pass) => pass.year + (pass.year === asked ? 10000 : 0);
  passes.sort(
    (a, b) =>
      b.errorWeight - a.errorWeight || b.weight - a.weight || b.patterns - a.patterns || bonus(b) - bonus(a),
  );
  return passes[0];
}
