import { describe, expect, test } from "bun:test";
import { explore } from "../explore.ts";
import { GrantsModel } from "./grants-model.ts";
import { grantFlaws, grantScenarios, longFlaws } from "./scenarios.ts";
import { grantText } from "./steps.ts";

describe("the model of grants", () => {
  test("holds in every order of its steps", () => {
    const names = ["a grant expires", "a period follows", "credits are paid afterwards"];
    for (const { name, run } of grantScenarios.filter((one) => names.includes(one.name))) {
      const { found, quiet } = explore(new GrantsModel(run), grantText);
      expect([name, found]).toEqual([name, undefined]);
      expect(quiet).toBeGreaterThan(20);
    }
  });

  for (const { name, run, flaw } of grantFlaws.filter(({ flaw }) => !longFlaws.includes(flaw!)))
    test(`finds the flaw ${flaw}: ${name}`, () => {
      const { found } = explore(new GrantsModel(run), grantText);
      expect(found?.what).not.toBe("too many states");
      expect(found?.steps.length).toBeGreaterThan(0);
    });
});
