import { expect, test } from "bun:test";
import { featureParts } from "../feature-parts.ts";
import { grantFlaws as flawsOfGrants } from "../model/grants/scenarios.ts";
import { meteringFlaws } from "../model/metering/scenarios.ts";
import { proofModelFlaws } from "../model/proof/scenarios.ts";
import { grantFlaws, grantFlawsNotPlanted } from "./grant-flaws.ts";
import { flawsNotPlanted, type ModelFlaw, modelFlaws } from "./model-flaws.ts";

const names = (flaws: readonly { readonly flaw?: string }[]) => [...new Set(flaws.map(({ flaw }) => flaw!))];

test("each flaw of the model of metering is planted in the program, or the list has a reason", () => {
  const planted = modelFlaws.filter(({ bug }) => bug.startsWith("flaw of metering: "));
  expect([...names(planted), ...Object.keys(flawsNotPlanted)].sort()).toEqual(names(meteringFlaws).sort());
});

test("each flaw of the model of proof days is planted in the program, or the list has a reason", async () => {
  const parts = await featureParts<{
    readonly proofFlaws: readonly ModelFlaw[];
    readonly proofFlawsNotPlanted: Readonly<Record<string, string>>;
  }>("flaw-mutants.ts");
  const found = parts.flatMap(({ proofFlaws, proofFlawsNotPlanted }) => [
    ...names(proofFlaws),
    ...Object.keys(proofFlawsNotPlanted),
  ]);
  expect(found.sort()).toEqual(names(proofModelFlaws).sort());
});

test("each flaw of the model of grants is planted in the program, or the list has a reason", () => {
  const planted = grantFlaws.map(({ flaw }) => flaw);
  expect([...planted, ...Object.keys(grantFlawsNotPlanted)].sort()).toEqual(
    flawsOfGrants.map(({ flaw }) => flaw!).sort(),
  );
});
