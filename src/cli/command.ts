import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { nearest } from "../base/edit-distance.ts";
import { OperatorError } from "../base/operator-error.ts";

/** The command line was wrong; `main.ts` prints the message with a pointer to `--help` and exits with 2. */
export class UsageError extends Error {}

/** The options of a command, and the arguments beside them. */
export const argumentsOf = <const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) => parseArgs({ args: [...args], options, allowPositionals: true });

/** The one of some things that has a name, such as a "family". Throws `UsageError` without a name or for another. */
export function requireNamed<T extends { readonly name: string }>(
  what: string,
  name: string | undefined,
  all: readonly T[],
): T {
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const names = all.map((one) => one.name);
  const near = nearest(name ?? "", names);
  const problem = name === undefined ? `name a ${what}` : `no ${what} "${name}"`;
  throw new UsageError(`${problem}${near ? `; did you mean "${near}"?` : ""} (${names.join(", ")})`);
}

/** The fault of a word that is none of a command's actions. */
export function noAction(word: string, actions: readonly string[]): UsageError {
  const near = nearest(word, actions);
  return new UsageError(`no action "${word}"${near === undefined ? "" : `; did you mean "${near}"?`}`);
}

/** The command failed; `main.ts` prints the message and exits with 1. */
export class CommandFailure extends OperatorError {}
