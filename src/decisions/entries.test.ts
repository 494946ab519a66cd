import { expect, test } from "bun:test";
import { type Content, type Entry, entryAfter, LogDamaged, lineOf, readEntries, start } from "./entries.ts";

const contents: readonly Content[] = [
  { epoch: { number: 1, id: "one" } },
  { at: 5, decisions: [{ kind: "key", data: { rows: [["a"]] } }] },
  { confirmed: 2 },
];

const entries: Entry[] = [];
for (const content of contents) entries.push(entryAfter(entries.at(-1) ?? start, content));
const text = entries.map(lineOf).join("");

test("a log is read as it was written", () => {
  expect(readEntries(text)).toEqual({ entries, end: text.length });
  expect(readEntries("")).toEqual({ entries: [], end: 0 });
});

test("a last line that was written partly is left out", () => {
  const whole = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
  for (let end = whole.length; end < text.length; end += 1)
    expect(readEntries(text.slice(0, end))).toEqual({ entries: entries.slice(0, 2), end: whole.length });
  // Its last block has not reached the disk.
  expect(readEntries(`${text.slice(0, -5)}\0\0\0\0\n`)).toEqual({
    entries: entries.slice(0, 2),
    end: whole.length,
  });
});

test("a line that was changed, left out or exchanged is damage", () => {
  const lines = text.split(/(?<=\n)/);
  for (const damaged of [
    text.replace('"a"', '"b"'),
    lines[0]! + lines[2]!,
    lines[1]! + lines[0]! + lines[2]!,
    text.replace("2 ", "3 "),
  ])
    expect(() => readEntries(`${damaged}4 x {}\n`)).toThrow(LogDamaged);
});

const marked: Entry[] = [];
// Two of the last group share a sync.
for (const [at, content] of [...contents, ...contents, ...contents].entries())
  marked.push(entryAfter(marked.at(-1) ?? start, content, at < 8 ? at : undefined));
const markedLines = marked.map(lineOf);

test("an entry has the last one that the disk had before it", () => {
  expect(readEntries(markedLines.join(""))).toEqual({ entries: marked, end: markedLines.join("").length });
});

test("lines that a power loss left unreadable are left out", () => {
  const lost = (at: number) => markedLines.with(at, `${"\0".repeat(markedLines[at]!.length - 1)}\n`).join("");
  const end = markedLines.slice(0, 7).join("").length;
  expect(readEntries(lost(7))).toEqual({ entries: marked.slice(0, 7), end });
  expect(readEntries(lost(8)).entries).toEqual(marked.slice(0, 8));
  // When later lines were written, the disk had these.
  for (let at = 0; at < 7; at++) expect(() => readEntries(lost(at))).toThrow(LogDamaged);
});
