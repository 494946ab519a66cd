import { expect, test } from "bun:test";
import { nextTurn, Turns } from "./pause.ts";

test("so many callers continue per turn, in their order", async () => {
  const turns = new Turns(2);
  const continued: number[] = [];
  const come = async (caller: number) => {
    await turns.next();
    continued.push(caller);
  };
  for (let caller = 1; caller <= 7; caller++) void come(caller);
  const seen: number[] = [];
  while (continued.length < 7) {
    await nextTurn();
    seen.push(continued.length);
  }
  expect([seen, continued]).toEqual([
    [4, 6, 7],
    [1, 2, 3, 4, 5, 6, 7],
  ]);
  // One more of the last turn continues at once, and what comes then waits for those before.
  expect([turns.next() === undefined, turns.next() === undefined]).toEqual([true, false]);
});
