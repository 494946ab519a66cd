import { nearest } from "./base/edit-distance.ts";
import { errorFields } from "./base/log.ts";
import { OperatorError } from "./base/operator-error.ts";
import { buildVersion } from "./base/version.ts";
import { acmeCommand } from "./cli/acme.ts";
import { type Command, UsageError } from "./cli/command.ts";
import { datasetsCommand } from "./cli/datasets.ts";
import { decodeCommand } from "./cli/decode.ts";
import { demoCommand } from "./cli/demo.ts";
import { doctorCommand } from "./cli/doctor.ts";
import { eraseCommand } from "./cli/erase.ts";
import { importCommand } from "./cli/import.ts";
import { journalsCommand } from "./cli/journals.ts";
import { serveCommand } from "./cli/serve.ts";
import { vinCompileCommand } from "./cli/vin.ts";
import { ConfigError } from "./config.ts";

const commands: readonly Command[] = [
  serveCommand,
  decodeCommand,
  vinCompileCommand,
  demoCommand,
  importCommand,
  datasetsCommand,
  eraseCommand,
  doctorCommand,
  journalsCommand,
  acmeCommand,
];

const listOf = (listed: readonly Command[]): string =>
  listed.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join("\n");

/** Whether a command's first word stands alone, or with a request for help. */
const isParent = ([, second]: readonly string[]): boolean =>
  second === undefined || second === "--help" || second === "-h" || second === "help";

const help = `Vingate ${buildVersion}: vehicle data and API management.

Usage: vingate COMMAND [arguments]

Commands:
${listOf(commands)}

vingate COMMAND --help tells more; vingate --version tells the version.
`;

function find(words: readonly string[]): { command: Command; args: readonly string[] } | undefined {
  for (const command of commands) {
    const name = command.name.split(" ");
    if (name.every((word, index) => words[index] === word))
      return { command, args: words.slice(name.length) };
  }
  return undefined;
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
      `Usage: vingate ${first} COMMAND [arguments]\n\nCommands:\n${listOf(children)}\n\nvingate ${first} COMMAND --help tells more.\n`,
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
  const { command, args } = found;
  const end = args.indexOf("--");
  if (args.slice(0, end < 0 ? undefined : end).some((word) => word === "--help" || word === "-h")) {
    process.stdout.write(`${command.help}\n`);
    return 0;
  }
  try {
    return await command.run(args, process.env);
  } catch (error) {
    return explain(command, error);
  }
}

function explain(command: Command, error: unknown): number {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof UsageError || code.startsWith("ERR_PARSE_ARGS")) {
    process.stderr.write(
      `vingate ${command.name}: ${(error as Error).message}\nvingate ${command.name} --help tells more.\n`,
    );
    return 2;
  }
  if (error instanceof ConfigError) {
    process.stderr.write(
      `vingate: the settings cannot be used:\n${error.problems.map((line) => `  ${line}\n`).join("")}`,
    );
    return 2;
  }
  if (error instanceof OperatorError) process.stderr.write(`vingate ${command.name}: ${error.message}\n`);
  else process.stderr.write(`vingate ${command.name}: ${errorFields(error).error}\n`);
  return 1;
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
