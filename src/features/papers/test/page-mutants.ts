import type { Mutant } from "../../../../test/mutants/mutant.ts";

const pages = "console/src/features/papers";

/** Bugs in what pages show before a paper is issued or a month is downloaded. */
export const pageMutants: readonly Mutant[] = [
  {
    bug: "letters that the operator's font has are listed as missing",
    file: "src/features/papers/operations/letters-endpoint.ts",
    find: "missingLetters(text, config.statementFont)",
    replace: "missingLetters(text, undefined)",
    test: "src/features/papers/test/letters-check.test.ts",
    named: "on sqlite letters of a text that no font has",
  },
  {
    bug: "letters that are no longer in a text are still named",
    file: `${pages}/printed-letters.tsx`,
    find: "data?.missing.filter((letter) => text.includes(letter)) ?? []",
    replace: "data?.missing ?? []",
    test: `${pages}/seller-page.test.tsx`,
    named: "letters that no font has are named at their fields",
  },
  {
    bug: "a revenue account is sent with a rate that is refused",
    file: `${pages}/revenue-accounts.tsx`,
    find: "rateFault(rate) !== undefined || ",
    replace: "",
    test: `${pages}/accounts-page.test.tsx`,
    named: "the first accounts begin with usual values",
  },
  {
    bug: "a file for DATEV without the account of a rate leads nowhere",
    file: `${pages}/bookkeeper-month.tsx`,
    find: "new Set([404, 409])",
    replace: "new Set([404])",
    test: `${pages}/bookkeeper-month.test.tsx`,
    named: "a file for DATEV without its accounts leads",
  },
];
