import { nearest } from "./base/edit-distance.ts";
import { errorFields } from "./base/log.ts";
import { OperatorError } from "./base/operator-error.ts";
import { isExecutable, runScript, scriptOption } from "./base/program/place.ts";
import { ConfigError } from "./base/settings/config-error.ts";
import { buildVersion } from "./base/version.ts";
import { type Command, UsageError } from "./cli/command.ts";
import { plainReason } from "./cli/plain-reason.ts";

interface Listed {
  /** Words that select it, such as `decode` or `vin compile`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Imported on use: a service keeps every module in memory. */
  readonly load: () => Promise<Command>;
}

const commands: readonly Listed[] = [
  {
    name: "serve",
    summary: "Start the service.",
    load: async () => (await import("./cli/serve.ts")).serveCommand,
  },
  {
    name: "decode",
    summary: "Decode VINs on the command line or from a list.",
    load: async () => (await import("./cli/decode.ts")).decodeCommand,
  },
  {
    name: "login",
    summary: "Keep the URL and key of a service for the next commands.",
    load: async () => (await import("./cli/client/login.ts")).loginCommand,
  },
  {
    name: "logout",
    summary: "Delete a kept key.",
    load: async () => (await import("./cli/client/logout.ts")).logoutCommand,
  },
  {
    name: "lookup",
    summary: "Look up a vehicle with a service.",
    load: async () => (await import("./cli/client/lookup.ts")).lookupCommand,
  },
  {
    name: "batch",
    summary: "Decode a list of VINs of any size with a service.",
    load: async () => (await import("./cli/client/batch.ts")).batchCommand,
  },
  {
    name: "usage",
    summary: "Show the credits and limits of a key.",
    load: async () => (await import("./cli/client/usage.ts")).usageCommand,
  },
  {
    name: "mcp install",
    summary: "Add Vingate to the MCP servers of a program.",
    load: async () => (await import("./cli/client/mcp/install.ts")).mcpInstallCommand,
  },
  {
    name: "mcp status",
    summary: "Show which programs have Vingate among their MCP servers.",
    load: async () => (await import("./cli/client/mcp/status.ts")).mcpStatusCommand,
  },
  {
    name: "mcp uninstall",
    summary: "Remove Vingate from the MCP servers of a program.",
    load: async () => (await import("./cli/client/mcp/uninstall.ts")).mcpUninstallCommand,
  },
  {
    name: "mcp",
    summary: "Serve the Model Context Protocol on standard input and output.",
    load: async () => (await import("./cli/mcp/mcp.ts")).mcpCommand,
  },
  {
    name: "vin compile",
    summary: "Precompile the VIN data.",
    load: async () => (await import("./cli/vin.ts")).vinCompileCommand,
  },
  {
    name: "demo",
    summary: "Load or remove the synthetic demo data.",
    load: async () => (await import("./cli/demo.ts")).demoCommand,
  },
  {
    name: "import",
    summary: "Import vehicle data from a file, a URL or standard input.",
    load: async () => (await import("./cli/import.ts")).importCommand,
  },
  {
    name: "datasets",
    summary: "List, compare and roll back datasets.",
    load: async () => (await import("./cli/datasets.ts")).datasetsCommand,
  },
  {
    name: "export",
    summary: "Print products, policies and registered APIs as a file.",
    load: async () => (await import("./cli/declaration/export.ts")).exportCommand,
  },
  {
    name: "apply",
    summary: "Make products and registered APIs equal to a file.",
    load: async () => (await import("./cli/declaration/apply.ts")).applyCommand,
  },
  {
    name: "erase",
    summary: "Erase a vehicle's or a person's records from every dataset.",
    load: async () => (await import("./cli/erase.ts")).eraseCommand,
  },
  {
    name: "doctor",
    summary: "Check the installation, and that ledger, reports and log agree.",
    load: async () => (await import("./cli/doctor/doctor.ts")).doctorCommand,
  },
  {
    name: "backup",
    summary: "Make a backup beside the running service.",
    load: async () => (await import("./cli/backup/backup.ts")).backupCommand,
  },
  {
    name: "restore",
    summary: "Restore a backup into an empty installation.",
    load: async () => (await import("./cli/backup/restore.ts")).restoreCommand,
  },
  {
    name: "upgrade",
    summary: "Show or apply what this version changes in the database.",
    load: async () => (await import("./cli/backup/upgrade.ts")).upgradeCommand,
  },
  {
    name: "journals",
    summary: "List, expire or repair usage journals.",
    load: async () => (await import("./cli/journals.ts")).journalsCommand,
  },
  {
    name: "calls move",
    summary: "Copy single calls from the database to ClickHouse.",
    load: async () => (await import("./cli/calls/move.ts")).moveCallsCommand,
  },
  {
    name: "rotate",
    summary: "Replace the master key, the operator token or the signing key.",
    load: async () => (await import("./cli/rotate/rotate.ts")).rotateCommand,
  },
  {
    name: "reset-password",
    summary: "Print a link that sets a user's password.",
    load: async () => (await import("./cli/reset-password.ts")).resetPasswordCommand,
  },
  {
    name: "acme",
    summary: "Store or remove the response to an ACME challenge.",
    load: async () => (await import("./cli/acme.ts")).acmeCommand,
  },
  {
    name: "completion",
    summary: "Print the completion of a shell.",
    load: async () => (await import("./cli/client/completion.ts")).completionCommand(commands),
  },
];

const listOf = (listed: readonly Listed[]): string =>
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

function find(words: readonly string[]): { listed: Listed; args: readonly string[] } | undefined {
  for (const listed of commands) {
    const name = listed.name.split(" ");
    if (name.every((word, index) => words[index] === word)) return { listed, args: words.slice(name.length) };
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
    process.stdout.write(`${command.help}\n`);
    return 0;
  }
  try {
    return await command.run(args, process.env);
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

function explain({ name }: Listed, { help }: Command, error: unknown): number {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof UsageError || code.startsWith("ERR_PARSE_ARGS")) {
    const fault = code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? unknownOption(help, error as Error) : undefined;
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
