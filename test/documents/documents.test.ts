import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sections } from "./operating.ts";
import { commandsOf } from "./page.ts";

const home = join(import.meta.dir, "..", "..");

test("a page's commands are its blocks and its sentences' commands", () => {
  const page =
    "A\n\n```sh\nnpm ci && npm start   # both\nnpm test\n```\n\nSee `npx vingate decode X`.\n\n" +
    '```sh\nA=1\necho "$A"\n```\n\n```json\n{"a": 1}\n```\n\n```json\n{}\n```\n';
  expect(commandsOf(page)).toEqual([
    { line: 4, text: "npm ci" },
    { line: 4, text: "npm start" },
    { line: 5, text: "npm test" },
    { line: 8, text: "npx vingate decode X" },
    { line: 11, text: 'A=1\necho "$A"\n', output: '{"a": 1}\n' },
  ]);
});

test("each section of Operating with commands is run or skipped for a reason", () => {
  const page = readFileSync(join(home, "docs/operating.md"), "utf8");
  const commands = commandsOf(page);
  expect([...new Set(commands.map(({ heading }) => heading ?? ""))]).toEqual(Object.keys(sections));
  // Each fenced block of commands is among them.
  const lines = page.split("\n");
  const blocks = lines.flatMap((text, index) =>
    /^\s*```(sh|bash|shell|console)\b/.test(text) ? [index + 2] : [],
  );
  expect(blocks.filter((line) => !commands.some((command) => command.line === line))).toEqual([]);
});

test("a command goes on after a backslash at the end of its line", () => {
  expect(commandsOf("```sh\na \\\n  b\nc\n```\n")).toEqual([
    { line: 2, text: "a \\\n  b" },
    { line: 4, text: "c" },
  ]);
});

test("a command belongs to the heading above it", () => {
  const page = "# P\n\n```sh\na b\n```\n## One\n\n### Two\n```sh\nc d\n```\n";
  expect(commandsOf(page)).toEqual([
    { line: 4, text: "a b" },
    { line: 10, text: "c d", heading: "Two" },
  ]);
});
