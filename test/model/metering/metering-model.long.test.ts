import { expect, test } from "bun:test";
import { explore } from "../explore.ts";
import { MeteringModel } from "./metering-model.ts";
import { meteringScenarios } from "./scenarios.ts";
import { meteringText } from "./steps.ts";

test("the model of metering holds in every scenario", () => {
  let states = 0;
  for (const { name, run } of meteringScenarios) {
    const explored = explore(new MeteringModel(run), meteringText);
    states += explored.states;
    expect([name, explored.found]).toEqual([name, undefined]);
  }
  console.log(`${meteringScenarios.length} scenarios, ${states} states`);
  expect(states).toBeGreaterThan(300_000);
}, 300_000);
