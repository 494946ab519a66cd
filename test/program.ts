import { join, resolve } from "node:path";

const executable = process.env.VINGATE_TEST_BINARY;

/** The command line of the program: from source, or of the executable that `VINGATE_TEST_BINARY` names. */
export const commandLine = (...words: readonly string[]): string[] =>
  executable
    ? [resolve(executable), ...words]
    : [process.execPath, join(import.meta.dir, "..", "src", "main.ts"), ...words];
