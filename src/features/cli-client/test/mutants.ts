import type { Mutant } from "../../../../test/mutants/mutant.ts";

/** The command line as a client. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a batch that is run again has other keys, and is charged again",
    file: "src/features/cli-client/batch-input.ts",
    find: ".update(salt)",
    replace: ".update(salt).update(String(Math.random()))",
    test: "src/features/cli-client/test/batch.test.ts",
    named: "a list becomes lines, an array, a table of columns or text",
  },
  {
    bug: "a batch that goes on writes results twice",
    file: "src/features/cli-client/batch-command.ts",
    find: "if (from + result.index < output.kept) continue;",
    replace: "",
    test: "src/features/cli-client/test/batch.test.ts",
    named: "a batch without credits goes on when there are more",
  },
  {
    bug: "a kept key is sent to any service",
    file: "src/cli/terminal/logins.ts",
    find: ".find((login) => login.url === url)",
    replace: ".find(() => true)",
    test: "src/features/cli-client/test/client.test.ts",
    named: "each fault has an exit code and advice",
  },
  {
    bug: "the client repeats a call that a proxy answered as a new one",
    file: "sdk/typescript/src/call.ts",
    find: "const mayBeCharged = isUnsure(error) || (",
    replace: "const mayBeCharged = (",
    test: "test/sdk/faults.test.ts",
    named: "an answer of a proxy may hide a charge",
  },
  {
    bug: "the client shows the refusal of a repetition as that of the lost call",
    file: "sdk/typescript/src/call.ts",
    find: "throw lost && error instanceof ApiError ? answerLost(error) : error;",
    replace: "throw error;",
    test: "test/sdk/faults.test.ts",
    named: "an answer of a proxy may hide a charge",
  },
  {
    bug: "the client repeats a 500 as long as other answers",
    file: "sdk/typescript/src/retries.ts",
    find: "      this.#isOnceUsed = true;\n",
    replace: "",
    test: "test/sdk/batch-faults.test.ts",
    named: "a part is sent again with its key after 502 and 504, and once after 500",
  },
  {
    bug: "the client waits beyond the time of all tries",
    file: "sdk/typescript/src/retries.ts",
    find: "wait === undefined || this.spentMs + wait > maxWaitMs",
    replace: "wait === undefined",
    test: "test/sdk/batch-faults.test.ts",
    named: "no try begins later than the longest wait after the last answer",
  },
];
