import { OperatorError } from "../base/operator-error.ts";

/** One command of the `vingate` program; `main.ts` lists them by name. */
export interface Command {
  /** The whole `--help` text: usage, options, examples. */
  readonly help: string;
  /**
   * Runs it. Data goes to stdout, talk to stderr.
   * Resolves to the exit code: 0 done, 1 failed, 2 called wrongly (throw `UsageError`).
   */
  run(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number>;
}

/** The command line was wrong; `main.ts` prints the message with a pointer to `--help` and exits with 2. */
export class UsageError extends Error {}

/** What was asked cannot be done; `main.ts` prints the message and exits with 1. */
export class CommandFailure extends OperatorError {}
