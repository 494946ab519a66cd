import { hasDigitRun } from "./digit-runs.ts";
import { codePoints } from "./issues.ts";

/** A JSON text that was refused: Python's wording, and the position in code points. */
export interface JsonFault {
  readonly error: string;
  readonly position: number;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false } & JsonFault);

// Parsers accept these, but responses cannot contain them: a lone surrogate, a number that overflows to
// Infinity. Valid texts can contain what is searched, so it only causes the exact scan.
const suspicious = /\\u[dD][89a-fA-F]|[eE]\+?\d{3}/;
const suspiciousDigits = 300;

/**
 * Parses a JSON text as Python's json module does, with its error messages. Beyond Python it
 * refuses what responses cannot contain: NaN, Infinity, lone surrogates, numbers out of range, and
 * nesting deeper than 500. A repeated key: the last one wins. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  let parsed = false;
  try {
    value = JSON.parse(text);
    parsed = true;
  } catch {
    // The native message has neither Python's reason nor a position; the scan below finds both.
  }
  if (parsed && !isSuspicious(text)) return { ok: true, value };
  const fault = scanJson(text, depthMax);
  if (fault !== null) {
    return { ok: false, error: fault.error, position: codePoints(text.slice(0, fault.index)) };
  }
  return parsed ? { ok: true, value } : { ok: false, error: "Expecting value", position: 0 };
}

function isSuspicious(text: string): boolean {
  return suspicious.test(text) || hasDigitRun(text, suspiciousDigits) || bracketsMax(text) > depthMax;
}

const depthMax = 500;

// An upper bound of the nesting, which is all that an ordinary body needs.
function bracketsMax(text: string): number {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    let at = text.indexOf(bracket);
    while (at !== -1 && count <= depthMax) {
      count++;
      at = text.indexOf(bracket, at + 1);
    }
  }
  return count;
}

/** What is wrong at an index (in UTF-16 units) of a JSON text, in the words of Python's json module. */
interface ScanFault {
  readonly error: string;
  readonly index: number;
}

const expectingValue = "Expecting value";
const expectingName = "Expecting property name enclosed in double quotes";

/**
 * Finds the first fault of a JSON text where CPython's scanner would find it, or null. Keeps its own stack,
 * so that no nesting overflows the program's.
 */
function scanJson(text: string, depthMax: number): ScanFault | null {
  const open: ("[" | "{")[] = [];
  let at = skipSpace(text, 0);
  for (;;) {
    // Here a value begins at `at`.
    const char = text[at];
    if (char === "[" || char === "{") {
      if (open.length === depthMax) return { error: "Nesting is too deep", index: at };
      const next = skipSpace(text, at + 1);
      if (text[next] !== (char === "[" ? "]" : "}")) {
        open.push(char);
        const start = char === "{" ? scanName(text, next) : next;
        if (typeof start !== "number") return start;
        at = start;
        continue;
      }
      at = next + 1;
    } else {
      const end = scanScalar(text, at);
      if (typeof end !== "number") return end;
      at = end;
    }
    const next = closeAndSeparate(text, at, open);
    if (next === null || typeof next !== "number") return next;
    at = next;
  }
}

/** After a value: closes what ends here. The index of the next value, null at a good end, or the fault. */
function closeAndSeparate(text: string, end: number, open: ("[" | "{")[]): number | ScanFault | null {
  let at = skipSpace(text, end);
  for (;;) {
    const inside = open.at(-1);
    if (inside === undefined) return at === text.length ? null : { error: "Extra data", index: at };
    const char = text[at];
    if (char === (inside === "[" ? "]" : "}")) {
      open.pop();
      at = skipSpace(text, at + 1);
      continue;
    }
    if (char !== ",") return { error: "Expecting ',' delimiter", index: at };
    at = skipSpace(text, at + 1);
    return inside === "{" ? scanName(text, at) : at;
  }
}

/** A member's name and its colon: the index of its value, or the fault. */
function scanName(text: string, at: number): number | ScanFault {
  if (text[at] !== '"') return { error: expectingName, index: at };
  const end = scanString(text, at);
  if (typeof end !== "number") return end;
  const colon = skipSpace(text, end);
  if (text[colon] !== ":") return { error: "Expecting ':' delimiter", index: colon };
  return skipSpace(text, colon + 1);
}

function scanScalar(text: string, at: number): number | ScanFault {
  if (text[at] === '"') return scanString(text, at);
  for (const word of ["null", "true", "false"]) if (text.startsWith(word, at)) return at + word.length;
  return scanNumber(text, at) ?? { error: expectingValue, index: at };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at++;
  }
}

// All but control characters, the quote and the backslash: a pattern passes over them faster than a loop.
const ordinary = /[ !#-[\]-\uffff]*/y;
const letterU = 0x75;
/** The characters that may follow a backslash alone, by their codes. */
const escapable = new Set(Array.from('"\\/bfnrt', (char) => char.charCodeAt(0)));

/** Scans the string that opens at `start`: the index after its closing quote, or the fault. */
function scanString(text: string, start: number): number | ScanFault {
  let at = start + 1;
  for (;;) {
    ordinary.lastIndex = at;
    ordinary.test(text);
    at = ordinary.lastIndex;
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code !== 0x5c) {
      const ended = Number.isNaN(code);
      return ended ? unterminated(start) : { error: "Invalid control character at", index: at };
    }
    while (text.charCodeAt(at) === 0x5c) {
      const end = scanEscape(text, at, start);
      if (typeof end !== "number") return end;
      at = end;
    }
  }
}

const unterminated = (start: number): ScanFault => ({
  error: "Unterminated string starting at",
  index: start,
});

function scanEscape(text: string, backslash: number, start: number): number | ScanFault {
  const code = text.charCodeAt(backslash + 1);
  if (escapable.has(code)) return backslash + 2;
  if (Number.isNaN(code)) return unterminated(start);
  if (code !== letterU) return { error: "Invalid \\escape", index: backslash };
  const unit = scanUnit(text, backslash);
  if (typeof unit !== "number") return unit;
  if (unit < 0xd800 || unit > 0xdfff) return backslash + 6;
  // Python accepts a lone surrogate, but responses cannot contain one.
  const lone = { error: "Unpaired surrogate in \\uXXXX escape", index: backslash };
  if (unit > 0xdbff || !text.startsWith("\\u", backslash + 6)) return lone;
  const low = scanUnit(text, backslash + 6);
  if (typeof low !== "number") return low;
  return low >= 0xdc00 && low <= 0xdfff ? backslash + 12 : lone;
}

/** The value of the \uXXXX escape at `backslash`, or the fault. */
function scanUnit(text: string, backslash: number): number | ScanFault {
  const fault = { error: "Invalid \\uXXXX escape", index: backslash + 1 };
  // CPython requires a character after the four digits.
  if (backslash + 6 >= text.length) return fault;
  let unit = 0;
  for (let at = backslash + 2; at < backslash + 6; at++) {
    const digit = hexDigit(text.charCodeAt(at));
    if (digit < 0) return fault;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** The value of a hexadecimal digit by its character's code, or −1. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Scans the number at `at`: the index after it, a fault if it is out of range, null if there is none. */
function scanNumber(text: string, at: number): number | ScanFault | null {
  numberAt.lastIndex = at;
  const found = numberAt.exec(text);
  if (found === null) return null;
  if (Number.isFinite(Number(found[0]))) return at + found[0].length;
  return { error: "Out of range float values are not JSON compliant", index: at };
}
