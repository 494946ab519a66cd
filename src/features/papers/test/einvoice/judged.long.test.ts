import { expect, test } from "bun:test";
import { forms } from "../../einvoice/forms.ts";
import { missingOf } from "../../einvoice/missing.ts";
import { bodyOf } from "./bodies.ts";
import { faults, rulesFor } from "./faults.ts";
import { judgeGenerated } from "./judge-generated.ts";

for (const fault of faults.slice(3))
  test(`the judge names ${fault.name}`, () => {
    expect(rulesFor(fault)).toContain(fault.rule);
  }, 60_000);

test("the paper in which faults are planted is complete", () => {
  for (const form of forms) expect(missingOf(bodyOf(), form)).toEqual([]);
});

test("300 generated papers break no rule", async () => {
  const { judged, broken } = await judgeGenerated(300, 1);
  expect(broken).toEqual([]);
  expect(judged).toBeGreaterThan(250);
}, 600_000);
