import { expect, test } from "bun:test";
import { compareMany } from "./oracle-run.ts";

const always = ["conversion", "engine", "formula", "manufacturer", "model", "pattern", "year"];

test("the decoder agrees with the oracle on full data", async () => {
  expect(await compareMany(2_000, 20261121)).toEqual({
    compared: 2_000,
    codes: [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 400],
    decisions: [...always, "default", "specification"].sort(),
    differences: [],
  });
}, 120_000);

test("the decoder agrees with the oracle on reduced data", async () => {
  expect(await compareMany(1_000, 7, "reduced")).toEqual({
    compared: 1_000,
    codes: [1, 6, 9, 10, 11, 12, 400],
    decisions: always,
    differences: [],
  });
}, 120_000);
