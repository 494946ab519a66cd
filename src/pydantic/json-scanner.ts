import { scanNumber, scanString } from "./json-tokens.ts";

/** What is wrong at an index (in UTF-16 units) of a JSON text, in the words of Python's json module. */
export interface ScanFault {
  readonly error: string;
  readonly index: number;
}

const expectingValue = "Expecting value";
const expectingName = "Expecting property name enclosed in double quotes";

/**
 * Finds the first fault of a JSON text where CPython's scanner would find it, or null. Keeps its own stack,
 * so that no nesting overflows the program's.
 */
export function scanJson(text: string, depthMax: number): ScanFault | null {
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
