import { expect, test } from "bun:test";
import { nextTurn, Turns } from "./pause.ts";

test("so many callers continue per turn, in their order", async () => {
  const turns = new Turns(2);
  const continued: number[] = [];
  for (let caller = 1; caller <= 7; caller++) void turns.next().then(() => continued.push(caller));
  const seen: number[] = [];
  while (continued.length < 7) {
    seen.push(continued.length);
    await nextTurn();
  }
  expect([seen, continued]).toEqual([
    // The first caller does not wait for the others.
    [0, 3, 5],
    [1, 2, 3, 4, 5, 6, 7],
  ]);
  await turns.next();
});
