import type { Mutant } from "../../../../test/mutants/mutant.ts";

const test = "src/features/terms/test/terms.test.ts";

/** Bugs in terms and their acceptances. */
export const mutants: readonly Mutant[] = [
  {
    bug: "an accepted version is accepted for all later ones",
    file: "src/features/terms/stored-terms.ts",
    find: "and a.kind = t.kind and a.version = t.version)",
    replace: "and a.kind = t.kind)",
    test,
    named: "terms on sqlite a customer accepts",
  },
  {
    bug: "a version that was replaced can be accepted",
    file: "src/features/terms/stored-terms.ts",
    find: "if (version < current.version)",
    replace: "if (version < 0)",
    test,
    named: "terms on sqlite a customer accepts",
  },
  {
    bug: "the same content makes another version",
    file: "src/features/terms/stored-terms.ts",
    find: "if (before && before.title === title",
    replace: "if (before && before.version === 0 && before.title === title",
    test,
    named: "terms on sqlite another content",
  },
  {
    bug: "a restore takes versions of terms back",
    file: "src/features/terms/feature.ts",
    find: "kinds: [termsPublished, termsAccepted]",
    replace: "kinds: [termsAccepted]",
    test: "src/features/terms/test/restores.test.ts",
    named: "on sqlite versions come back whole",
  },
  {
    bug: "a restore takes acceptances back",
    file: "src/features/terms/feature.ts",
    find: "kinds: [termsPublished, termsAccepted]",
    replace: "kinds: [termsPublished]",
    test: "src/features/terms/test/restores.test.ts",
    named: "on sqlite versions come back whole",
  },
];
