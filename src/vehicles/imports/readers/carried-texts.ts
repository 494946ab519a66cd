import { JsonBytes } from "../../families/body.ts";

/** What a part that was cut out leaves in its place: nothing that a file could hold. */
const mark: string = crypto.randomUUID();
/** Shorter lines are parsed as fast. */
const lineLeast = 2048;

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, comma, colon, closing] = [codeOf('"'), codeOf(","), codeOf(":"), codeOf("}")];
const [space, backslash, zero, nine] = [codeOf(" "), codeOf("\\"), codeOf("0"), codeOf("9")];

/**
 * Parses a line of JSON. The members named that are objects of texts, written as `JSON.stringify` would write them,
 * are checked and carried as they stand (`JsonBytes`): parsing hundreds of names that no two rows share, and writing
 * them again, costs twice as much as all other work on such a row. Throws as `JSON.parse`.
 */
export function parseCarrying(line: Buffer, names: readonly string[]): unknown {
  if (line.length < lineLeast) return JSON.parse(line.toString());
  for (const name of names) {
    const head = `${JSON.stringify(name)}:`;
    const at = line.indexOf(`${head}{`);
    const start = at + Buffer.byteLength(head);
    const end = at < 0 ? -1 : endOfTexts(line, start);
    if (end < 0) continue;
    const carried = line.subarray(start, end);
    // Behind an escape the quotes may mean something else.
    if (carried.includes(backslash)) continue;
    const around = `${line.toString("utf8", 0, start)}"${mark}"${line.toString("utf8", end)}`;
    const rest = JSON.parse(around) as Record<string, unknown>;
    // Else it stood within another member, or a later one has the same name.
    if (rest === null || rest[name] !== mark) continue;
    rest[name] = new JsonBytes(carried);
    return rest;
  }
  return JSON.parse(line.toString());
}

/**
 * Where an object ends whose members are all texts without escapes; -1 where it is anything else, has spaces between
 * its members, or is not ordered by its names, of which each must be there once.
 */
function endOfTexts(line: Buffer, start: number): number {
  if (line[start + 1] === closing) return start + 2;
  let last = 0;
  let lastEnd = 0;
  let direction = 0;
  for (let at = start + 1; ; ) {
    const name = at + 1;
    if (line[at] !== quote) return -1;
    const nameEnd = endOfText(line, name);
    if (nameEnd < 0 || line[nameEnd + 1] !== colon || line[nameEnd + 2] !== quote) return -1;
    const valueEnd = endOfText(line, nameEnd + 3);
    if (valueEnd < 0 || isNumber(line, name, nameEnd)) return -1;
    if (last > 0) {
      const order = compareParts(line, last, lastEnd, name, nameEnd);
      direction ||= order;
      if (order === 0 || order !== direction) return -1;
    }
    last = name;
    lastEnd = nameEnd;
    const next = line[valueEnd + 1];
    if (next === closing) return valueEnd + 2;
    if (next !== comma) return -1;
    at = valueEnd + 2;
  }
}

/** Where the quote behind a text stands; -1 where there is none, or a control character before it. */
function endOfText(line: Buffer, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    const byte = line[at]!;
    if (byte === quote) return at;
    if (byte < space) return -1;
  }
  return -1;
}

/** Objects have such names first, wherever they were written. */
function isNumber(line: Buffer, from: number, to: number): boolean {
  if (to - from > 10) return false;
  for (let at = from; at < to; at += 1) {
    const byte = line[at]!;
    if (byte < zero || byte > nine) return false;
  }
  return true;
}

/** 1 where the second part of a line stands after the first, -1 before it: by length, then by bytes. */
function compareParts(line: Buffer, from: number, to: number, other: number, otherEnd: number): number {
  const difference = otherEnd - other - (to - from);
  if (difference !== 0) return difference > 0 ? 1 : -1;
  const distance = other - from;
  let at = from;
  while (at < to && line[at] === line[at + distance]) at += 1;
  if (at === to) return 0;
  return line[at + distance]! > line[at]! ? 1 : -1;
}
