import { JsonText } from "../../families/body.ts";

/** What a part that was cut out leaves in its place: nothing that a file could hold. */
const mark: string = crypto.randomUUID();
/** Shorter lines are parsed as fast. */
const lineLeast = 2048;

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, comma, colon, closing] = [codeOf('"'), codeOf(","), codeOf(":"), codeOf("}")];
const [zero, nine] = [codeOf("0"), codeOf("9")];

/**
 * Parses a line of JSON. The members named that are objects of texts, written as `JSON.stringify` would write them,
 * are checked and carried as they stand (`JsonText`): parsing hundreds of names that no two rows share, and writing
 * them again, costs twice as much as all other work on such a row. Throws as `JSON.parse`.
 */
export function parseCarrying(line: string, names: readonly string[]): unknown {
  if (line.length < lineLeast) return JSON.parse(line);
  for (const name of names) {
    const head = `${JSON.stringify(name)}:`;
    const at = line.indexOf(`${head}{`);
    const start = at + head.length;
    const end = at < 0 ? -1 : endOfTexts(line, start);
    if (end < 0) continue;
    const carried = line.slice(start, end);
    if (escapedOrControl.test(carried)) continue;
    const rest = JSON.parse(`${line.slice(0, start)}"${mark}"${line.slice(end)}`) as Record<string, unknown>;
    // Else it stood within another member, or a later one has the same name.
    if (rest === null || rest[name] !== mark) continue;
    rest[name] = new JsonText(carried);
    return rest;
  }
  return JSON.parse(line);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON's texts hold none.
const escapedOrControl = /[\\\x00-\x1f]/;

/**
 * Where an object ends whose members are all texts without escapes; -1 where it is anything else, has spaces between
 * its members, or is not ordered by its names, of which each must be there once.
 */
function endOfTexts(line: string, start: number): number {
  if (line.charCodeAt(start + 1) === closing) return start + 2;
  let last = 0;
  let lastEnd = 0;
  let direction = 0;
  for (let at = start + 1; ; ) {
    const name = at + 1;
    const nameEnd = line.indexOf('"', name);
    const value = nameEnd + 3;
    if (line.charCodeAt(at) !== quote || nameEnd < 0) return -1;
    if (line.charCodeAt(nameEnd + 1) !== colon || line.charCodeAt(nameEnd + 2) !== quote) return -1;
    const valueEnd = line.indexOf('"', value);
    if (valueEnd < 0 || isNumber(line, name, nameEnd)) return -1;
    if (last > 0) {
      const order = compareParts(line, last, lastEnd, name, nameEnd);
      direction ||= order;
      if (order === 0 || order !== direction) return -1;
    }
    last = name;
    lastEnd = nameEnd;
    const next = line.charCodeAt(valueEnd + 1);
    if (next === closing) return valueEnd + 2;
    if (next !== comma) return -1;
    at = valueEnd + 2;
  }
}

/** Objects have such names first, wherever they were written. */
function isNumber(line: string, from: number, to: number): boolean {
  if (to - from > 10) return false;
  for (let at = from; at < to; at += 1) {
    const code = line.charCodeAt(at);
    if (code < zero || code > nine) return false;
  }
  return true;
}

/** 1 where the second part of a line stands after the first, -1 before it: by length, then as texts. */
function compareParts(line: string, from: number, to: number, other: number, otherEnd: number): number {
  const difference = otherEnd - other - (to - from);
  if (difference !== 0) return Math.sign(difference);
  for (let at = 0; from + at < to; at += 1) {
    const step = line.charCodeAt(other + at) - line.charCodeAt(from + at);
    if (step !== 0) return Math.sign(step);
  }
  return 0;
}
