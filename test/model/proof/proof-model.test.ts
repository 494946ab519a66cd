import { describe, expect, test } from "bun:test";
import { explore } from "../explore.ts";
import { ProofModel } from "./proof-model.ts";
import { proofModelFlaws, proofScenarios } from "./scenarios.ts";
import { proofText } from "./steps.ts";

describe("the model of proof days", () => {
  test("holds in every order of its steps", () => {
    const names = [
      "ledger",
      "fail-over",
      "restore and ledger",
      "two fail-overs",
      "two earlier states, with memory",
    ];
    for (const { name, run } of proofScenarios.filter((one) => names.includes(one.name))) {
      const { found, quiet } = explore(new ProofModel(run), proofText);
      expect([name, found]).toEqual([name, undefined]);
      expect(quiet).toBeGreaterThan(0);
    }
  });

  for (const { name, run, flaw } of proofModelFlaws)
    test(`finds the flaw ${flaw}: ${name}`, () => {
      const { found } = explore(new ProofModel(run), proofText);
      expect(found?.what).not.toBe("too many states");
      expect(found?.steps.length).toBeGreaterThan(2);
    });
});
