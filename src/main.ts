import { nearest } from "./base/edit-distance.ts";
import { errorFields } from "./base/log.ts";
import { OperatorError } from "./base/operator-error.ts";
import { isExecutable, runScript, scriptOption } from "./base/program/place.ts";
import { ConfigError } from "./base/settings/config-error.ts";
import { buildVersion } from "./base/version.ts";
import { UsageError } from "./cli/command.ts";
import { commandsWith } from "./cli/commands.ts";
import { plainReason } from "./cli/plain-reason.ts";
import { type Command, helpOf, type ListedCommand } from "./feature.ts";
import { features } from "./features.ts";

const commands = commandsWith(features);

const listOf = (listed: readonly ListedCommand[]): string =>
  listed.map(({ name, summary }) => `  ${name.padEnd(16)}${summary}`).join("\n");

/** Whether a command's first word is alone or followed by a request for help. */
const isParent = ([, second]: readonly string[]): boolean =>
  second === undefined || second === "--help" || second === "-h" || second === "help";

const help = `Vingate ${buildVersion}: vehicle data and API management.

Usage: vingate COMMAND [arguments]

Commands:
${listOf(commands)}

vingate COMMAND --help shows more; vingate --version prints the version.
`;

function find(words: readonly string[]): { listed: ListedCommand; args: readonly string[] } | undefined {
  const matching = commands
    .map((listed) => ({ listed, name: listed.name.split(" ") }))
    .filter(({ name }) => name.every((word, index) => words[index] === word))
    // A feature can add an action to a command of the core.
    .sort((a, b) => b.name.length - a.name.length);
  const found = matching[0];
  return found && { listed: found.listed, args: words.slice(found.name.length) };
}

/** Runs one command line and resolves to its exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const first = words[0];
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    process.stdout.write(help);
    return first === undefined ? 2 : 0;
  }
  if (first === "--version" || first === "-V") {
    process.stdout.write(`${buildVersion}\n`);
    return 0;
  }
  const found = find(words);
  const children = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (!found && children.length > 0 && isParent(words)) {
    process.stdout.write(
      `Usage: vingate ${first} COMMAND [arguments]\n\nCommands:\n${listOf(children)}\n\nvingate ${first} COMMAND --help shows more.\n`,
    );
    return words.length === 1 ? 2 : 0;
  }
  if (!found) {
    const near =
      nearest(
        words.slice(0, 2).join(" "),
        commands.map((command) => command.name),
      ) ??
      nearest(
        first,
        commands.map((command) => command.name),
      );
    process.stderr.write(
      `vingate: no command "${first}"${near ? `; did you mean "${near}"?` : ""}\nvingate --help lists them.\n`,
    );
    return 2;
  }
  const { listed, args } = found;
  const command = await listed.load();
  const end = args.indexOf("--");
  if (args.slice(0, end < 0 ? undefined : end).some((word) => word === "--help" || word === "-h")) {
    process.stdout.write(`${helpOf(command, features)}\n`);
    return 0;
  }
  try {
    return await command.run(args, process.env, features);
  } catch (error) {
    return explain(listed, command, error);
  } finally {
    if (listed.name !== "serve") await leaveFiles(process.env);
  }
}

/** A command of root must leave the service its data folder. */
async function leaveFiles(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { leaveToOwner } = await import("./base/data-folder.ts");
  try {
    leaveToOwner(env.VINGATE_DATA_DIR ?? "data");
    if (env.VINGATE_DECISIONS_DIR) leaveToOwner(env.VINGATE_DECISIONS_DIR);
  } catch (error) {
    // A file that ended in the meantime; the doctor names one that stays.
    process.stderr.write(`vingate: files of root may be in the data folder: ${(error as Error).message}\n`);
  }
}

/** Names the option, and the one of the help that is closest. */
function unknownOption(help: string, { message }: Error): string | undefined {
  const option = /'(-[^' ]*)/.exec(message)?.[1];
  if (option === undefined) return undefined;
  const near = nearest(option, [...new Set(help.match(/--[a-z][a-z0-9-]*/g))]);
  return `no option ${option}${near === undefined ? "" : `; did you mean ${near}?`}`;
}

function explain({ name }: ListedCommand, command: Command, error: unknown): number {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof UsageError || code.startsWith("ERR_PARSE_ARGS")) {
    const fault =
      code === "ERR_PARSE_ARGS_UNKNOWN_OPTION"
        ? unknownOption(helpOf(command, features), error as Error)
        : undefined;
    process.stderr.write(
      `vingate ${name}: ${fault ?? (error as Error).message}\nvingate ${name} --help shows more.\n`,
    );
    return 2;
  }
  if (error instanceof ConfigError) {
    process.stderr.write(
      `vingate: invalid settings:\n${error.problems.map((line) => `  ${line}\n`).join("")}`,
    );
    return 2;
  }
  if (error instanceof OperatorError)
    process.stderr.write(`vingate ${name}: ${plainReason(error.message)}\n`);
  else process.stderr.write(`vingate ${name}: ${errorFields(error).error}\n`);
  return 1;
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  if (isExecutable && words[0] === scriptOption) {
    await runScript(words.slice(1));
    process.exit();
  }
  // First of all: it begins again.
  if (words[0] === "serve") (await import("./server/processes/outgoing-requests.ts")).raiseOutgoingRequests();
  process.exit(await main(words));
}
