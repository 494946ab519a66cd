import { scanJson } from "./json-scanner.ts";

/** A JSON text that was refused: Python's wording, and the position in code points. */
export interface JsonFault {
  readonly error: string;
  readonly position: number;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false } & JsonFault);

// A parser takes these and no answer could be written with them, or they need a stack of their own: a
// lone surrogate, a number that overflows to Infinity. Both occur in innocent texts, so they only ask for
// the exact scan.
const suspicious = /\\u[dD][89a-fA-F]|[eE]\+?\d{3}|\d{300}/;

/**
 * Parses a JSON text as Python's json module does, and says what is wrong in its words. Beyond Python it
 * refuses what an answer could not repeat: NaN, Infinity, lone surrogates, numbers out of range, and
 * nesting deeper than 500. A repeated key: the last one wins. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  let parsed = false;
  try {
    value = JSON.parse(text);
    parsed = true;
  } catch {
    // The native message names neither Python's reason nor a position: the scan below does.
  }
  if (parsed && !suspicious.test(text) && bracketsMax(text) <= depthMax) return { ok: true, value };
  const fault = scanJson(text, depthMax);
  if (fault !== null) {
    return { ok: false, error: fault.error, position: codePoints(text.slice(0, fault.index)) };
  }
  return parsed ? { ok: true, value } : { ok: false, error: "Expecting value", position: 0 };
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

/** The length of a string in code points, as Python counts it. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
