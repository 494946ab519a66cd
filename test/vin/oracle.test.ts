import { expect, test } from "bun:test";
import { compareMany } from "./oracle-run.ts";

test("the decoder agrees with the oracle", async () => {
  expect(await compareMany(16_000, 20261121)).toEqual({ compared: 16_000, differences: [] });
}, 120_000);
