import { JsonBytes } from "../../families/body.ts";

/** Replaces a part that was cut out; no file can contain it. */
const mark: string = crypto.randomUUID();
/** Shorter lines parse as fast without this. */
const lineLeast = 2048;

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, comma, colon, closing] = [codeOf('"'), codeOf(","), codeOf(":"), codeOf("}")];
const [space, backslash, zero, nine] = [codeOf(" "), codeOf("\\"), codeOf("0"), codeOf("9")];

/**
 * Parses a line of JSON. Members in `names` that are objects of texts, formatted as `JSON.stringify` would,
 * are checked and kept as bytes (`JsonBytes`): parsing and writing hundreds of unique names costs twice as
 * much as all other work on such a row. Throws as `JSON.parse`.
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
    // After an escape, quotes can have another meaning.
    if (carried.includes(backslash)) continue;
    const around = `${line.toString("utf8", 0, start)}"${mark}"${line.toString("utf8", end)}`;
    const rest = JSON.parse(around) as Record<string, unknown>;
    // Otherwise it was inside another member, or a later member has the same name.
    if (rest === null || rest[name] !== mark) continue;
    rest[name] = new JsonBytes(carried);
    return rest;
  }
  return JSON.parse(line.toString());
}

/**
 * The end of an object whose members are all texts without escapes. -1 for anything else, for spaces between
 * members, and for names that repeat or are not in order.
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

/** The offset of a text's closing quote; -1 if a control character or the line's end comes first. */
function endOfText(line: Buffer, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    const byte = line[at]!;
    if (byte === quote) return at;
    if (byte < space) return -1;
  }
  return -1;
}

/** Objects list such names first, wherever they were written. */
function isNumber(line: Buffer, from: number, to: number): boolean {
  if (to - from > 10) return false;
  for (let at = from; at < to; at += 1) {
    const byte = line[at]!;
    if (byte < zero || byte > nine) return false;
  }
  return true;
}

/** 1 if the line's second part sorts after the first, -1 if before: by length, then by bytes. */
function compareParts(line: Buffer, from: number, to: number, other: number, otherEnd: number): number {
  const difference = otherEnd - other - (to - from);
  if (difference !== 0) return difference > 0 ? 1 : -1;
  const distance = other - from;
  let at = from;
  while (at < to && line[at] === line[at + distance]) at += 1;
  if (at === to) return 0;
  return line[at + distance]! > line[at]! ? 1 : -1;
}
