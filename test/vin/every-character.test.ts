import { expect, test } from "bun:test";
import { everyCharacter } from "./every-character.ts";

test("every ASCII character in every position decodes as the oracle does", async () => {
  expect(await everyCharacter(20, 20)).toEqual({ answered: 20 * 17 * 128, checked: 2176, faults: [] });
}, 120_000);
