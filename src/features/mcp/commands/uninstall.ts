import { argumentsOf, requireNamed, UsageError } from "../../../cli/command.ts";
import type { Command } from "../../../feature.ts";
import { mcpClients } from "./clients.ts";
import { changeFile, settingsWith } from "./settings-file.ts";

export const mcpUninstallCommand: Command = {
  help: `Usage: vingate mcp uninstall CLIENT [--yes]

Removes Vingate from the MCP servers of a program. Shows the change of the program's file, and
asks before it is made. The other servers and settings stay.

Clients:
${mcpClients.map(({ name, title }) => `  ${name.padEnd(16)}${title}`).join("\n")}

Options:
  --yes           Change the file without a question.

Exit code: 0; 1 if the file cannot be changed or the answer is no; 2 for a wrong command line.

Examples:
  vingate mcp uninstall claude-code`,
  words: () => [mcpClients.map(({ name }) => name)],
  async run(args, env) {
    const options = { yes: { type: "boolean" } } as const;
    const { values, positionals } = argumentsOf(args, options);
    const client = requireNamed("client", positionals[0], mcpClients);
    if (positionals.length > 1) throw new UsageError(`only one client, not also "${positionals[1]}"`);
    const file = client.file(env);
    return await changeFile(file, {
      edit: (text) => settingsWith(client, file, text),
      same: `${file} has no entry of Vingate.`,
      done: `Vingate is removed from ${client.title}. Start it again.`,
      isAgreed: values.yes === true,
      env,
    });
  },
};
