import { convert } from "../../src/vin/compile/conversion.ts";
import type { OracleData, PatternRow, WmiRow } from "./oracle-data.ts";
import type { Item } from "./oracle-item.ts";
import { matches } from "./oracle-keys.ts";

export interface Candidate extends PatternRow {
  readonly priority: number;
  readonly patternId: number;
  readonly shownKey: string;
  readonly value: string;
  readonly source: "pattern" | "engine" | "formula";
}

const MULTIPLE = [114, 121, 129, 150, 154, 155, 169, 186];
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Later times first; an unknown time precedes all others. */
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

export function textOf(data: OracleData, element: number, attribute: string): string {
  const table = data.elements.get(element)?.table ?? "";
  return (data.lookup(table, attribute) ?? attribute).replace(/[\t\r\n]/g, " ");
}

/** Patterns, formulas and engine patterns that match in a year (any year if undefined). */
export function candidatesOf(
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

/** One candidate per element, or all for elements that keep all. */
export function winnersOf(candidates: readonly Candidate[]): Candidate[] {
  const winners: Candidate[] = [];
  for (const element of new Set(candidates.map((each) => each.element))) {
    const own = candidates.filter((each) => each.element === element);
    winners.push(...(MULTIPLE.includes(element) ? own : own.sort(inOrder).slice(0, 1)));
  }
  return winners;
}

/** The displacements that follow from the others. */
export function conversionsOf(data: OracleData, winners: readonly Candidate[]): Item[] {
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
