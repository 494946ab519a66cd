import type { Mutant } from "./mutant.ts";

/** Bugs in what answers have of manufacturer codes from lists. */
export const makersMutants: readonly Mutant[] = [
  {
    bug: "a right check digit hides that the year of another market's VIN is assumed",
    file: "src/vin/answer/warnings.ts",
    find: "!pass.differs && !state.assumed && !pack",
    replace: "!pass.differs && !pack",
    test: "test/vin/assigned.test.ts",
    named: "a right check digit hides none of it",
  },
  {
    bug: "a manufacturer of several makes is answered with the first of them",
    file: "src/vin/assigned/assignments.ts",
    find: 'heading.includes("|") ? "" : (makes[0] ?? "")',
    replace: 'makes[0] ?? ""',
    test: "test/vin/assigned.test.ts",
    named: "what the lists leave open is said, not chosen",
  },
];
