import type { Mutant } from "./mutant.ts";

/** The command line as a client. */
export const clientMutants: readonly Mutant[] = [
  {
    bug: "a batch that is run again has other keys, and is charged again",
    file: "src/cli/client/batch-input.ts",
    find: ".update(salt)",
    replace: ".update(salt).update(String(Math.random()))",
    test: "test/cli/client/batch.test.ts",
    named: "a list becomes lines, an array, a table of columns or text",
  },
  {
    bug: "a batch that goes on writes results twice",
    file: "src/cli/client/batch.ts",
    find: "if (from + result.index < output.kept) continue;",
    replace: "",
    test: "test/cli/client/batch.test.ts",
    named: "a batch without credits goes on when there are more",
  },
  {
    bug: "a kept key is sent to any service",
    file: "src/cli/client/logins.ts",
    find: ".find((login) => login.url === url)",
    replace: ".find(() => true)",
    test: "test/cli/client/client.test.ts",
    named: "each fault has an exit code and advice",
  },
];
