import type { ScanFault } from "./json-scanner.ts";

/** Scans the string that opens at `start`: the index after its closing quote, or the fault. */
export function scanString(text: string, start: number): number | ScanFault {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return { error: "Unterminated string starting at", index: start };
    if (code === 0x22) return at + 1;
    if (code < 0x20) return { error: "Invalid control character at", index: at };
    if (code !== 0x5c) {
      at++;
      continue;
    }
    const end = scanEscape(text, at, start);
    if (typeof end !== "number") return end;
    at = end;
  }
}

function scanEscape(text: string, backslash: number, start: number): number | ScanFault {
  const char = text[backslash + 1];
  if (char === undefined) return { error: "Unterminated string starting at", index: start };
  if (char !== "u") {
    return '"\\/bfnrt'.includes(char) ? backslash + 2 : { error: "Invalid \\escape", index: backslash };
  }
  const unit = scanUnit(text, backslash);
  if (typeof unit !== "number") return unit;
  if (unit < 0xd800 || unit > 0xdfff) return backslash + 6;
  // Python takes a lone surrogate, but no answer could repeat it.
  const lone = { error: "Unpaired surrogate in \\uXXXX escape", index: backslash };
  if (unit > 0xdbff || !text.startsWith("\\u", backslash + 6)) return lone;
  const low = scanUnit(text, backslash + 6);
  if (typeof low !== "number") return low;
  return low >= 0xdc00 && low <= 0xdfff ? backslash + 12 : lone;
}

/** The value of the \uXXXX escape at `backslash`, or the fault. */
function scanUnit(text: string, backslash: number): number | ScanFault {
  const digits = text.slice(backslash + 2, backslash + 6);
  // CPython wants a character after the four digits: a text cannot end with them.
  if (backslash + 6 >= text.length || !/^[0-9a-fA-F]{4}$/.test(digits)) {
    return { error: "Invalid \\uXXXX escape", index: backslash + 1 };
  }
  return Number.parseInt(digits, 16);
}

const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Scans the number at `at`: the index after it, a fault where it is out of range, null where none begins. */
export function scanNumber(text: string, at: number): number | ScanFault | null {
  numberAt.lastIndex = at;
  const found = numberAt.exec(text);
  if (found === null) return null;
  if (Number.isFinite(Number(found[0]))) return at + found[0].length;
  return { error: "Out of range float values are not JSON compliant", index: at };
}
