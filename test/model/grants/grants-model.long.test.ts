import { describe, expect, test } from "bun:test";
import { explore } from "../explore.ts";
import { GrantsModel } from "./grants-model.ts";
import { grantFlaws, grantScenarios, longFlaws } from "./scenarios.ts";
import { grantText } from "./steps.ts";

describe("the model of grants", () => {
  test("holds in every scenario", () => {
    let states = 0;
    for (const { name, run } of grantScenarios) {
      const explored = explore(new GrantsModel(run), grantText);
      states += explored.states;
      expect([name, explored.found]).toEqual([name, undefined]);
    }
    console.log(`${grantScenarios.length} scenarios, ${states} states`);
    expect(states).toBeGreaterThan(1_000_000);
  }, 600_000);

  test.each(longFlaws)("finds the flaw %s", (name) => {
    const { run } = grantFlaws.find(({ flaw }) => flaw === name)!;
    const { found } = explore(new GrantsModel(run), grantText);
    expect(found?.what).not.toBe("too many states");
    expect(found?.steps.length).toBeGreaterThan(0);
  }, 300_000);
});
