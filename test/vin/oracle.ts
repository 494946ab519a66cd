import type { OracleData, WmiRow } from "./oracle-data.ts";
import { checkDigitOf, correct } from "./oracle-errors.ts";
import type { Item } from "./oracle-item.ts";
import { type Candidate, candidatesOf, conversionsOf, textOf, winnersOf } from "./oracle-items.ts";
import { namedCharacters } from "./oracle-keys.ts";
import { addedBySpecs } from "./oracle-specs.ts";
import { oracleTexts } from "./oracle-texts.ts";

// A second implementation of vPIC's procedure: slow, plain and step by step. It shares only the arithmetic of
// conversions with the compiled form, which has its own test.

export interface OracleDecode {
  readonly year: number;
  readonly conclusive: boolean;
  readonly items: readonly Item[];
  readonly codes: readonly number[];
  readonly errorText: string;
  readonly additionalErrorText: string;
  readonly suggested: string;
  readonly possible: string;
}

interface Pass extends OracleDecode {
  readonly errorWeight: number;
  readonly weight: number;
  readonly patterns: number;
}

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

const isLight = (wmi: WmiRow): boolean => [2, 7].includes(wmi.type) || (wmi.type === 3 && wmi.truck === 1);

function keyStringOf(vin: string): string {
  const key = vin.slice(3, 8);
  return vin.length > 9 ? `${key}|${vin.slice(9, 17)}` : key;
}

function makeOf(data: OracleData, wmi: WmiRow, model: Candidate | undefined): Item | undefined {
  const makes = data.makesOfWmi.get(wmi.id) ?? [];
  const make = model ? data.makeOfModel.get(model.attribute) : makes.length === 1 ? makes[0] : undefined;
  if (make === undefined) return undefined;
  const value = textOf(data, 26, make).toUpperCase();
  return { element: 26, value, attribute: make, patternId: model?.patternId ?? null, key: model?.key ?? "" };
}

/** Positions, from 1, of invalid characters; `free` exempts the ninth. */
function invalidPositions(vin: string, wmi: WmiRow, free: boolean): number[] {
  const digitsFrom = vin[2] === "9" ? 15 : isLight(wmi) ? 13 : 14;
  const invalid = [...vin].map((character, index) => {
    const position = index + 1;
    if (position === 9) return !free && !/[0-9X*]/.test(character);
    if (position === 10 && !/[1-9A-HJ-NPR-TVWXY]/.test(character)) return true;
    return position < digitsFrom ? !/[0-9A-HJ-NPR-Z*]/.test(character) : !/[0-9*]/.test(character);
  });
  return invalid.flatMap((is, index) => (is ? [index + 1] : []));
}

/** The positions that no winning key explains. */
function unused(vin: string, winners: readonly Candidate[]): number[] {
  const used = new Set<number>();
  for (const { shownKey } of winners) {
    for (const [position, characters] of namedCharacters(shownKey)) {
      if (characters.includes(vin[position - 1] ?? "?")) used.add(position);
    }
  }
  return [4, 5, 6, 7, 8, 11].filter((position) => position <= vin.length && !used.has(position));
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

  const makes = data.makesOfWmi.get(wmi.id) ?? [];
  const vehicle = { makes, type: wmi.type, model: model?.attribute, year, items: [...items] };
  items.push(...addedBySpecs(data.specs, vehicle, (element, attribute) => textOf(data, element, attribute)));

  const codes = new Set<number>();
  let unusedPositions: number[] = [];
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
    unusedPositions = unused(vin, winners);
    if (unusedPositions.length > 0) codes.add(14);
  }
  const body = items.find((each) => each.element === 5)?.attribute ?? "";
  if (body === "64") codes.add(9);
  const offRoad = OFF_ROAD.includes(body);
  if (offRoad) codes.add(10);
  if (year === undefined) codes.add(11);
  const excused = data.exceptions.has(vin);
  const invalid = invalidPositions(vin, wmi, offRoad || excused);
  if (invalid.length > 0) codes.add(400);
  if (differs) codes.add(12);
  const digitsFrom = vin[2] === "9" ? 15 : isLight(wmi) ? 13 : 14;
  if (vin.length < 17) codes.add(6);
  else if (vin[8] !== checkDigitOf(vin, digitsFrom) && !excused) codes.add(1);
  if ([...codes].every((each) => [9, 10, 12, 14].includes(each))) {
    codes.add(0);
    if (model === undefined) codes.add(14);
  }
  for (const { element, type: forType, attribute } of data.defaults) {
    const about = data.elements.get(element);
    if (forType !== wmi.type || items.some((item) => item.element === element) || !about?.usable) continue;
    const lookup = about.table !== "" && attribute === "0";
    const value = lookup ? "Not Applicable" : textOf(data, element, attribute);
    items.push({ element, value, attribute, patternId: null, key: "" });
  }
  let suggested = correction.suggested;
  for (const position of invalid) {
    const from = suggested === "" ? vin : suggested;
    suggested = `${from.slice(0, position - 1)}!${from.slice(position)}`;
  }
  const sorted = [...codes].sort((a, b) => a - b);
  const facts = { vin, wmi, body, offRoad, excused, conclusive, invalid, unusedPositions };
  let weight = 0;
  for (const element of new Set(items.map((item) => item.element)))
    weight += data.elements.get(element)!.weight;
  return {
    year: year ?? 0,
    conclusive,
    items,
    codes: sorted,
    ...oracleTexts(data, sorted, facts),
    suggested,
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

/**
 * Decodes a VIN that is already in upper case and without separators; undefined for an unknown manufacturer.
 * Chooses between years by vPIC's own rule, or by the one for reduced data: the year given, a model, the
 * weights, the later year.
 */
export function oracle(
  data: OracleData,
  vin: string,
  today: { year: number; date: string },
  requestedYear?: number,
  rule: "vpic" | "reduced" = "vpic",
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
  const usable =
    requestedYear !== undefined && requestedYear >= 1980 && requestedYear <= limit
      ? requestedYear
      : undefined;
  let both = true;
  if (usable !== undefined && usable !== year && usable !== earlier) {
    const pass = decodeYear(data, vin, code, usable, true, true);
    passes.push(pass);
    both = pass.codes.includes(8) && year !== undefined;
  }
  if (both) {
    const differs = (each: number | undefined) =>
      requestedYear !== undefined && each !== undefined && each !== requestedYear;
    passes.push(decodeYear(data, vin, code, year, conclusive, differs(year)));
    if (earlier !== undefined)
      passes.push(decodeYear(data, vin, code, earlier, conclusive, differs(earlier)));
  }
  if (rule === "reduced") {
    if (usable !== undefined && (usable === year || usable === earlier)) {
      const given = decodeYear(data, vin, code, usable, true, false);
      if (!given.codes.includes(8)) return given;
    }
    const weightOf = (pass: Pass) => {
      const own = pass.items.some(({ element }) => element === 190) ? data.elements.get(190)!.weight : 0;
      return pass.weight - own;
    };
    const named = (pass: Pass) => Number(pass.items.some(({ element }) => element === 28));
    passes.sort((a, b) => named(b) - named(a) || weightOf(b) - weightOf(a) || b.year - a.year);
    return passes[0];
  }
  const bonus = (pass: Pass) => pass.year + (pass.year === requestedYear ? 10000 : 0);
  passes.sort(
    (a, b) =>
      b.errorWeight - a.errorWeight || b.weight - a.weight || b.patterns - a.patterns || bonus(b) - bonus(a),
  );
  return passes[0];
}
