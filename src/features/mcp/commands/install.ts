import { programCommand } from "../../../base/program/place.ts";
import { argumentsOf, requireNamed, UsageError } from "../../../cli/command.ts";
import { findLogin } from "../../../cli/terminal/logins.ts";
import type { Command } from "../../../feature.ts";
import { mcpClients } from "./clients.ts";
import { changeFile, serverName, settingsText, settingsWith } from "./settings-file.ts";

export const mcpInstallCommand: Command = {
  help: `Usage: vingate mcp install CLIENT [--print | --yes] [--service NAME]

Adds Vingate to the MCP servers of a program: it will run "vingate mcp", which uses the key
of vingate login. Shows the change of the program's file, and asks before it is made. The
file contains no key.

Clients:
${mcpClients.map(({ name, title }) => `  ${name.padEnd(16)}${title}`).join("\n")}

Options:
  --print         Print the configuration, and change nothing.
  --yes           Change the file without a question.
  --service NAME  The login that "vingate mcp" uses, if there are several.

Exit code: 0; 1 if the file cannot be changed or the answer is no; 2 for a wrong command line.

Examples:
  vingate mcp install claude-code
  vingate mcp install vscode --print`,
  words: () => [mcpClients.map(({ name }) => name)],
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      print: { type: "boolean" },
      yes: { type: "boolean" },
      service: { type: "string" },
    });
    const client = requireNamed("client", positionals[0], mcpClients);
    if (positionals.length > 1) throw new UsageError(`only one client, not also "${positionals[1]}"`);
    if (values.print && values.yes) throw new UsageError("--print and --yes exclude each other");
    const words = ["mcp", ...(values.service === undefined ? [] : ["--service", values.service])];
    const [command, ...rest] = programCommand(words);
    const entry = { ...client.extra, command, args: rest };
    if (values.print) {
      process.stdout.write(settingsText({ [client.member]: { [serverName]: entry } }));
      return 0;
    }
    if (!findLogin(env, values.service))
      process.stderr.write('There is no login yet: run "vingate login URL" before the program starts.\n');
    const file = client.file(env);
    return await changeFile(file, {
      edit: (text) => settingsWith(client, file, text, entry),
      same: `${file} has this entry already.`,
      done: `${client.title} is configured. ${client.next}`,
      isAgreed: values.yes === true,
      env,
    });
  },
};
