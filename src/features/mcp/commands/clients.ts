import { homedir } from "node:os";
import { join } from "node:path";
import { configFolder } from "../../../cli/terminal/logins.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that starts MCP servers, and the file that names them. */
export interface McpClient {
  readonly name: string;
  readonly title: string;
  /** The file's member that contains the servers by name. */
  readonly member: "mcpServers" | "servers";
  /** What its entry has before the command. */
  readonly extra?: Readonly<Record<string, string>>;
  file(env: Environment): string;
  /** How it reads a changed file. */
  readonly next: string;
}

const homeOf = (env: Environment): string => env.HOME || homedir();

/** The folder in which desktop programs of this system keep settings. */
function programFolder(env: Environment): string {
  return process.platform === "darwin"
    ? join(homeOf(env), "Library", "Application Support")
    : configFolder(env);
}

export const mcpClients: readonly McpClient[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    member: "mcpServers",
    file: () => join(process.cwd(), ".mcp.json"),
    next: "Start Claude Code in this folder; it asks before it runs the server.",
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    member: "mcpServers",
    file: (env) => join(programFolder(env), "Claude", "claude_desktop_config.json"),
    next: "Quit Claude Desktop and start it again.",
  },
  {
    name: "cursor",
    title: "Cursor",
    member: "mcpServers",
    file: (env) => join(homeOf(env), ".cursor", "mcp.json"),
    next: "Enable the server in Cursor's settings, under MCP.",
  },
  {
    name: "vscode",
    title: "Visual Studio Code",
    member: "servers",
    extra: { type: "stdio" },
    file: (env) => join(programFolder(env), "Code", "User", "mcp.json"),
    next: 'Run "MCP: List Servers" in Visual Studio Code and start it.',
  },
  {
    name: "windsurf",
    title: "Windsurf",
    member: "mcpServers",
    file: (env) => join(homeOf(env), ".codeium", "windsurf", "mcp_config.json"),
    next: "Refresh the servers in Windsurf's settings.",
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    member: "mcpServers",
    file: (env) => join(homeOf(env), ".gemini", "settings.json"),
    next: "Start Gemini CLI again.",
  },
];
