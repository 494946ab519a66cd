import { expect, test } from "bun:test";
import { bodyText } from "../../families/body.ts";
import { RowMemory } from "./row-memory.ts";

const pieceBytes = 1 << 20;

const bodyOf = (record: unknown): string =>
  `\0\0\0\0${Buffer.from(JSON.stringify(record)).toString("latin1")}`;

test("bodies of every size are kept as they were stored", () => {
  const memory = new RowMemory();
  const records = ["", "ü€😀", "a".repeat(pieceBytes), "b".repeat(100), "é".repeat(pieceBytes / 3), "c"];
  const bodies = records.map((record) => memory.body(bodyText(record)));
  expect(bodies.map((body) => Buffer.from(body).toString("latin1"))).toEqual(records.map(bodyOf));
});

test("a batch keeps its buffers until it releases them", () => {
  const memory = new RowMemory();
  const first = memory.body(bodyText("first"));
  const taken = memory.take();
  const second = memory.body(bodyText("second"));
  expect(second.buffer).not.toBe(first.buffer);
  memory.release(taken);
  memory.release(memory.take());
  const buffers = new Set<unknown>([first.buffer, second.buffer]);
  for (let batch = 0; batch < 5; batch += 1) {
    expect(buffers.has(memory.body(bodyText("later")).buffer)).toBe(true);
    memory.release(memory.take());
  }
});
