import { expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "./issues.ts";
import { parseJson } from "./python-json.ts";

const name = "Expecting property name enclosed in double quotes";

// Texts, CPython 3.11's reason and position.
const faults: readonly [text: string, error: string, position: number][] = [
  ["", "Expecting value", 0],
  ["  ", "Expecting value", 2],
  ["nul", "Expecting value", 0],
  ["-", "Expecting value", 0],
  ["[", "Expecting value", 1],
  ["[1,]", "Expecting value", 3],
  ['{"a":', "Expecting value", 5],
  ["{", name, 1],
  ["{bad}", name, 1],
  ["{'a':1}", name, 1],
  ['{"a":1,}', name, 7],
  ['{"a" 1}', "Expecting ':' delimiter", 5],
  ['{"a"', "Expecting ':' delimiter", 4],
  ['{"a":1 "b":2}', "Expecting ',' delimiter", 7],
  ["[1 2]", "Expecting ',' delimiter", 3],
  ["[1", "Expecting ',' delimiter", 2],
  ['{"a":1} x', "Extra data", 8],
  ["01", "Extra data", 1],
  ["0.", "Extra data", 1],
  ["1e", "Extra data", 1],
  ['"abc', "Unterminated string starting at", 0],
  ['"a\\', "Unterminated string starting at", 0],
  ['"\t"', "Invalid control character at", 1],
  ['"a\\x"', "Invalid \\escape", 2],
  ['"\\u12"', "Invalid \\uXXXX escape", 2],
  ['"\\u12g4"', "Invalid \\uXXXX escape", 2],
  // Positions are in code points: the emoji counts once.
  ['["😀" 1]', "Expecting ',' delimiter", 5],
  // What Python takes, and no answer could repeat.
  ["[NaN]", "Expecting value", 1],
  ["-Infinity", "Expecting value", 0],
  ["[1e999]", "Out of range float values are not JSON compliant", 1],
  [`-${"9".repeat(400)}`, "Out of range float values are not JSON compliant", 0],
  ['"a\\ud800"', "Unpaired surrogate in \\uXXXX escape", 2],
  ['{"\\udc00":1}', "Unpaired surrogate in \\uXXXX escape", 2],
  ['"\\ud83d\\u0041"', "Unpaired surrogate in \\uXXXX escape", 1],
  ["[".repeat(100_000), "Nesting is too deep", 500],
  [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "Nesting is too deep", 2500],
];

for (const [text, error, position] of faults) {
  test(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => {
    expect(parseJson(text)).toEqual({ ok: false, error, position });
  });
}

const texts: readonly [text: string, value: unknown][] = [
  [" [1, 2.5e3, -0.5, true, false, null] ", [1, 2500, -0.5, true, false, null]],
  ['{"a":1,"a":2}', { a: 2 }],
  ['"\\ud83d\\ude00 \\u00e9 \\/"', "😀 é /"],
  ['["e123", "\\\\ud800"]', ["e123", "\\ud800"]],
  ["123456789012345678901234567890", 1.2345678901234568e29],
  ["1e-999", 0],
];

for (const [text, value] of texts) {
  test(`parses ${text}`, () => {
    expect(parseJson(text)).toEqual({ ok: true, value });
  });
}

test("nesting is counted as depth, not as brackets", () => {
  expect(parseJson(`[${"[],".repeat(2000)}"[[["]`).ok).toBe(true);
  expect(parseJson("[".repeat(500) + "]".repeat(500)).ok).toBe(true);
  expect(parseJson("[".repeat(501) + "]".repeat(501)).ok).toBe(false);
});

test("a parsed __proto__ is an ordinary member", () => {
  const parsed = parseJson('{"__proto__":{"polluted":true}}');
  const value = parsed.ok ? (parsed.value as Record<string, unknown>) : {};
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(["__proto__"]);
});

test("code points count a surrogate pair once", () => {
  expect([codePoints(""), codePoints("a😀é"), codePoints("😀😀")]).toEqual([0, 3, 2]);
});

test("decides as it did with one pattern", () => {
  // It also searched the digits, in a time that grew with the length of their runs.
  const suspicious = /\\u[dD][89a-fA-F]|[eE]\+?\d{3}|\d{300}/;
  const digits = fc.nat(320).chain((length) => fc.constantFrom("1".repeat(length), "9".repeat(length)));
  const parts = fc.oneof(digits, fc.constantFrom("e", "E+", "-", ".", ",", '"', "e99", "e100", "\\ud800"));
  const bodies = fc.array(parts, { maxLength: 8 }).map((texts) => `[${texts.join("")}]`);
  fc.assert(
    fc.property(bodies, (text) => {
      let native: unknown;
      try {
        native = JSON.parse(text);
      } catch {}
      const parsed = parseJson(text);
      if (native === undefined) expect(parsed.ok).toBe(false);
      else if (!suspicious.test(text)) expect(parsed).toEqual({ ok: true, value: native });
      else expect(parsed.ok).toBe(!hasUnwritable(native));
    }),
    { numRuns: 3000 },
  );
});

const hasUnwritable = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasUnwritable)
    : typeof value === "number"
      ? !Number.isFinite(value)
      : !(value as string).isWellFormed();
