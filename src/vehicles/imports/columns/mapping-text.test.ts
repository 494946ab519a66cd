import { expect, test } from "bun:test";
import { parseMappingText } from "./mapping-text.ts";

const faultOf = (text: string): string | undefined => {
  try {
    parseMappingText(text, "mapping", 2 ** 18);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test("a key that a map has twice is refused at its line, at any depth", () => {
  const reason = "this is neither YAML nor JSON: map keys must be unique";
  for (const [text, fault] of [
    ["a: 1\nb: 2\na: 3\n", `mapping, line 3: ${reason}`],
    ["a:\n  - b: 1\n    c: 2\n    b: 3\n", `mapping, line 4: ${reason}`],
    ['{"a": {"b": 1},\n "c": {"b": 1, "b": 2}}', `mapping, line 2: ${reason}`],
    ["a: {b: 1}\nc: {b: 1}\n", undefined],
  ] as const)
    expect([text, faultOf(text)]).toEqual([text, fault]);
});

test("a text of many keys is read in a time that grows with its length", () => {
  const texts = [2000, 16_000].map((keys) => Array.from({ length: keys }, (_, at) => `k${at}: 1\n`).join(""));
  const [few, many] = texts.map((text) => {
    const times = Array.from({ length: 3 }, () => {
      const { user } = process.threadCpuUsage();
      expect(faultOf(text)).toBeUndefined();
      return process.threadCpuUsage().user - user;
    });
    return Math.min(...times);
  });
  // Eight times as many keys: sixty-four times the time, if each is compared with each other.
  expect(many! / few!).toBeLessThan(24);
});
