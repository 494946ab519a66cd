import { expect, test } from "bun:test";
import fc from "fast-check";
import { bodyText, JsonBytes, type PlaceholderPlan, storedJson } from "../../families/body.ts";
import { RowMemory } from "../staging/row-memory.ts";
import { parseCarrying } from "./carried-texts.ts";

const names = ["history"];
const filler = "x".repeat(2048);
const lineOf = (history: string): string => `{"id":1,"history":${history},"filler":"${filler}"}`;
const parsed = (line: string): unknown => parseCarrying(Buffer.from(line), names);
const carries = (line: string): boolean =>
  (parsed(line) as Record<string, unknown>).history instanceof JsonBytes;

/** As a record is stored. */
const plan: PlaceholderPlan = { filler: "vin" };
const stored = (value: unknown): string => storedJson(new RowMemory().body(bodyText(value, plan)));

test("texts with ordered names are kept as bytes", () => {
  const ordered = ['{"a":"1","b":"é","ab":"{}"}', '{"2026-02-02":"b","2026-02-01":"a"}', '{"a":""}', "{}"];
  for (const history of ordered) {
    const line = lineOf(history);
    expect(parsed(line)).toEqual({ id: 1, history: new JsonBytes(Buffer.from(history)), filler });
    expect(stored(parsed(line))).toBe(stored(JSON.parse(line)));
  }
});

test("values that formatting would change are parsed", () => {
  const changed = [
    '{"a":"1","a":"2"}',
    '{"b":"1","c":"2","a":"3"}',
    '{"aa":"1","2":"2"}',
    '{"a": "1"}',
    '{"a":"\\u0041"}',
    '{"a":1}',
    '{"a":{"b":"c"}}',
    "null",
  ];
  for (const history of changed) {
    const line = lineOf(history);
    expect([history, carries(line)]).toEqual([history, false]);
    expect(parsed(line)).toEqual(JSON.parse(line));
  }
});

test("a nested member of the same name stays in place", () => {
  const within = `{"other":{"history":{"a":"1"}},"filler":"${filler}"}`;
  expect(parsed(within)).toEqual(JSON.parse(within));
  for (const later of ['{"b":"2"}', "0", '""']) {
    const twice = `{"history":{"a":"1"},"filler":"${filler}","history":${later}}`;
    expect(parsed(twice)).toEqual(JSON.parse(twice));
  }
  const list = `[{"history":{"a":"1"}},"${filler}"]`;
  expect(parsed(list)).toEqual(JSON.parse(list));
});

test("invalid JSON is refused with the parser's error", () => {
  const broken = [lineOf('{"a":"1"'), lineOf('{"a":"\t"}'), lineOf('{"a":"1",}'), `${lineOf('{"a":"1"}')}]`];
  for (const line of broken) expect(() => parsed(line)).toThrow(SyntaxError);
});

test("every row is stored as if it was parsed", () => {
  const texts = fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }));
  const history = fc.oneof(texts, fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue());
  fc.assert(
    fc.property(history, fc.jsonValue(), fc.constantFrom(undefined, 1), (one, other, space) => {
      const line = JSON.stringify({ other, history: one, filler }, undefined, space).replaceAll("\n", "");
      expect(stored(parsed(line))).toBe(stored(JSON.parse(line)));
    }),
    { numRuns: 2000 },
  );
});
