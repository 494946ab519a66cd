import type { Mutant } from "./mutant.ts";

const folder = "src/vehicles/lookups/computed/repair";

/** Bugs of repair estimates, by VIN and by names. */
export const estimatesMutants: readonly Mutant[] = [
  {
    bug: "a VIN's estimates follow its own engine, and its names have others",
    file: `${folder}/repair-estimates.ts`,
    find: "isHeavy(subject) ? [] : groupsOf(classByNames)",
    replace: "isHeavy(subject) ? [] : groupsOf(subject.decode ? classByVin : classByNames)",
    test: "test/vehicles/computed/repair-facts.test.ts",
    named: "only the answer that is asked to be narrowed has the costs",
  },
  {
    bug: "narrowed costs are those of the trim",
    file: `${folder}/repair-estimates.ts`,
    find: "listOf(groupsOf(classByVin))",
    replace: "listOf(groupsOf(classByNames))",
    test: "test/vehicles/computed/repair-facts.test.ts",
    named: "only the answer that is asked to be narrowed has the costs",
  },
  {
    bug: "costs are narrowed unasked",
    file: `${folder}/repair-estimates.ts`,
    find: "narrow && subject.decode\n",
    replace: "subject.decode\n",
    test: "test/vehicles/computed/repair-facts.test.ts",
    named: "only the answer that is asked to be narrowed has the costs",
  },
  {
    bug: "lists of trims lack what a VIN with an open trim is answered",
    file: "src/vehicles/lookups/answers/answer-selector.ts",
    find: "if (offered.length > 0 || (await",
    replace: "if (offered.length === 0 && (await",
    test: "test/vehicles/computed/repair-estimates.test.ts",
    named: "on sqlite selectors lead from the covered years",
  },
];
