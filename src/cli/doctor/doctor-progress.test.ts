import { expect, test } from "bun:test";
import { doctorProgress } from "./doctor-progress.ts";

/** What is written for a step each second of a check. */
function shown(isTTY: boolean, seconds: number): string[] {
  const written: string[] = [];
  let now = 0;
  const progress = doctorProgress({ isTTY, write: (text) => written.push(text) }, () => now);
  for (; now < seconds * 1000; now += 1000) progress.step({ stage: "Comparing", done: now, total: 20_000 });
  progress.end();
  return written;
}

test("a long check shows a line every five seconds outside a terminal", () => {
  expect(shown(false, 13)).toEqual(["Comparing … 25 %\n", "Comparing … 50 %\n"]);
  expect(shown(false, 4)).toEqual([]);
});

test("a terminal shows one live line that is removed at the end", () => {
  expect(shown(true, 3)).toEqual(["\r\x1b[KComparing … 5 %", "\r\x1b[KComparing … 10 %", "\r\x1b[K"]);
});
