import { expect, test } from "bun:test";
import { bodyText } from "../families/body.ts";
import { RowMemory } from "./row-memory.ts";

const pieceBytes = 1 << 20;

function digesting() {
  const parts: Buffer[] = [];
  const memory = new RowMemory({ update: (bytes) => void parts.push(Buffer.from(bytes)) });
  return { memory, digested: () => Buffer.concat(parts).toString("latin1") };
}

const bodyOf = (record: unknown): string =>
  `\0\0\0\0${Buffer.from(JSON.stringify(record)).toString("latin1")}`;

test("rows of every size are kept as they were stored, and digested in their order", () => {
  const { memory, digested } = digesting();
  const records = ["", "ü€😀", "a".repeat(pieceBytes), "b".repeat(100), "é".repeat(pieceBytes / 3), "c"];
  const bodies = records.map((record) => {
    memory.text("ü\n");
    return memory.body(bodyText(record));
  });
  expect(bodies.map((body) => Buffer.from(body).toString("latin1"))).toEqual(records.map(bodyOf));
  memory.digestRest();
  memory.digestRest();
  expect(digested()).toBe(records.map((record) => `Ã¼\n${bodyOf(record)}`).join(""));
});

test("a batch has memory of its own until it gives it back", () => {
  const { memory, digested } = digesting();
  const first = memory.body(bodyText("first"));
  const taken = memory.take();
  const second = memory.body(bodyText("second"));
  expect(second.buffer).not.toBe(first.buffer);
  memory.giveBack(taken);
  memory.giveBack(memory.take());
  const buffers = new Set<unknown>([first.buffer, second.buffer]);
  for (let batch = 0; batch < 5; batch += 1) {
    expect(buffers.has(memory.body(bodyText("later")).buffer)).toBe(true);
    memory.giveBack(memory.take());
  }
  const all = ["first", "second", ...new Array<string>(5).fill("later")];
  expect(digested()).toBe(all.map(bodyOf).join(""));
});
