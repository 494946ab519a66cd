import { argumentsOf, UsageError } from "../../../cli/command.ts";
import { answerOutput } from "../../../cli/terminal/answer-output.ts";
import { findLogin } from "../../../cli/terminal/logins.ts";
import { isMembers } from "../../../cli/terminal/members.ts";
import type { Command } from "../../../feature.ts";
import { type McpClient, mcpClients } from "./clients.ts";
import { entryIn } from "./settings-file.ts";

export const mcpStatusCommand: Command = {
  help: `Usage: vingate mcp status [--json]

Shows which programs have Vingate among their MCP servers, in which file, and which login each
uses. The file of Claude Code is that of the current folder.

Options:
  --json          Print JSON on a terminal, too.

Exit code: 0; 2 for a wrong command line.

Examples:
  vingate mcp status`,
  async run(args, env) {
    const options = { json: { type: "boolean" } } as const;
    const { values, positionals } = argumentsOf(args, options);
    if (positionals.length > 0) throw new UsageError("mcp status takes no arguments");
    const rows = mcpClients.map((client) => rowOf(client, env));
    const output = answerOutput(env, values.json);
    if (output.isTable) output.table(rows);
    else output.json(rows);
    return 0;
  },
};

function rowOf(client: McpClient, env: Parameters<Command["run"]>[1]) {
  const file = client.file(env);
  return { client: client.name, state: stateOf(client, file, env), file };
}

/** Whether a client has an entry that works, in words. */
function stateOf(client: McpClient, file: string, env: Parameters<Command["run"]>[1]): string {
  let entry: unknown;
  try {
    entry = entryIn(client, file);
  } catch {
    return "file is unreadable";
  }
  if (!isMembers(entry)) return "not installed";
  const words = Array.isArray(entry.args) ? entry.args.map(String) : [];
  const at = words.indexOf("--service");
  const service = at < 0 ? undefined : words[at + 1];
  const login = findLogin(env, service);
  if (!login) return service === undefined ? "installed, no login" : `installed, no login "${service}"`;
  return `installed, ${login.url}`;
}
