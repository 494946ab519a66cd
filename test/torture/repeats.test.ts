import { expect, test } from "bun:test";
import { faultsOf } from "./repeats.ts";

const key = (effects: number, unanswered: number, ...answers: string[]) => ({
  answers: new Set(answers),
  unanswered,
  effects,
});

test("late calls, lost calls and repeated effects have messages of their own", () => {
  expect(faultsOf([key(1, 0, "200 a"), key(1, 0, "200 b")])).toEqual([]);
  // Whether it had its effect yet or not, nothing is lost.
  for (const effects of [0, 1])
    expect(faultsOf([key(effects, 20)])).toEqual(["late: 20 calls with key 0 had no answer in 300000 ms"]);
  expect(faultsOf([key(1, 0, "200 a"), key(0, 0, "200 b")])).toEqual([
    "lost: key 1 was answered without an effect",
  ]);
  expect(faultsOf([key(2, 0, "200 a")])).toEqual(["key 0 had 2 effects"]);
  expect(faultsOf([key(1, 3, "200 a", "200 b")])).toEqual([
    "late: 3 calls with key 0 had no answer in 300000 ms",
    "key 0: 200 a and 200 b",
  ]);
});
