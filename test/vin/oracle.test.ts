import { expect, test } from "bun:test";
import { compareMany } from "./oracle-run.ts";

test("the decoder agrees with the oracle", async () => {
  expect(await compareMany(16_000, 20261121)).toEqual({ compared: 16_000, differences: [] });
}, 120_000);

test("and so it does by the rule for reduced data", async () => {
  expect(await compareMany(8_000, 7, "reduced")).toEqual({ compared: 8_000, differences: [] });
}, 120_000);
