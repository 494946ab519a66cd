import { expect, test } from "bun:test";
import { Paces } from "./paces.ts";

test("an address that is slow twice in a row is slow, until it is quick", () => {
  const paces = new Paces();
  const url = "https://a.test/one";
  const seen = [paces.of(url)];
  for (const ms of [2001, 2001, 10_000, 2000, 10]) {
    paces.add(url, ms);
    seen.push(paces.of("https://a.test/two?x"));
  }
  expect(seen).toEqual(["fresh", "fresh", "slow", "slow", "quick", "quick"]);
  expect(paces.of("https://b.test/")).toBe("fresh");
});
