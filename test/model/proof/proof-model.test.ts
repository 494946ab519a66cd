import { describe, expect, test } from "bun:test";
import { explore } from "../explore.ts";
import { ProofModel, type ProofStep } from "./proof-model.ts";
import { proofModelFlaws, proofScenarios } from "./scenarios.ts";

const textOf = ({ what }: ProofStep): string => what;

describe("the model of proof days", () => {
  test("holds in every order of its steps", () => {
    const names = ["ledger", "restore and ledger", "two fail-overs"];
    for (const { name, run } of proofScenarios.filter((one) => names.includes(one.name))) {
      const { found, quiet } = explore(new ProofModel(run), textOf);
      expect([name, found]).toEqual([name, undefined]);
      expect(quiet).toBeGreaterThan(0);
    }
  });

  for (const { name, run } of proofModelFlaws)
    test(`finds the flaw: ${name}`, () => {
      const { found } = explore(new ProofModel(run), textOf);
      expect(found?.what).not.toBe("too many states");
      expect(found?.steps.length).toBeGreaterThan(2);
    });
});
