import { describe, expect, test } from "bun:test";
import { explore } from "../explore.ts";
import { MeteringModel } from "./metering-model.ts";
import { meteringFlaws, meteringScenarios } from "./scenarios.ts";
import { meteringText } from "./steps.ts";

describe("the model of metering", () => {
  test("holds in every order of its steps", () => {
    const names = ["three nodes serve exactly what was granted", "a live node's lease expires"];
    for (const { name, run } of meteringScenarios.filter((one) => names.includes(one.name))) {
      const { found, quiet } = explore(new MeteringModel(run), meteringText);
      expect([name, found]).toEqual([name, undefined]);
      expect(quiet).toBeGreaterThan(20);
    }
  });

  for (const { name, run, flaw } of meteringFlaws)
    test(`finds the flaw ${flaw}: ${name}`, () => {
      const { found } = explore(new MeteringModel(run), meteringText);
      expect(found?.what).not.toBe("too many states");
      expect(found?.steps.length).toBeGreaterThan(2);
    });
});
