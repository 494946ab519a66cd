import { expect, test } from "bun:test";
import { explore } from "../explore.ts";
import { ProofModel } from "./proof-model.ts";
import { proofScenarios } from "./scenarios.ts";
import { proofText } from "./steps.ts";

test("the model of proof days holds in every scenario", () => {
  let states = 0;
  for (const { name, run } of proofScenarios) {
    const explored = explore(new ProofModel(run), proofText);
    states += explored.states;
    expect([name, explored.found]).toEqual([name, undefined]);
  }
  console.log(`${proofScenarios.length} scenarios, ${states} states`);
  expect(states).toBeGreaterThan(2_000_000);
}, 600_000);
