import { expect, test } from "bun:test";
import { repeatedBy, testSeed } from "../dated.ts";
import { compareMany } from "./oracle-run.ts";

for (const [rule, count] of [
  ["vpic", 10_000],
  ["reduced", 5_000],
] as const)
  test(`the decoder agrees with the oracle on ${count} random VINs by the rule "${rule}"`, async () => {
    const { compared, differences } = await compareMany(count, testSeed, rule);
    expect({ compared, differences }, repeatedBy).toEqual({ compared: count, differences: [] });
  });
