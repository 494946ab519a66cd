import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { programCommand } from "../../base/program/place.ts";
import { type Command, CommandFailure, requireNamed, UsageError } from "../command.ts";
import { type Style, styleFor } from "../decode-text.ts";
import { findLogin } from "./logins.ts";
import { type McpClient, mcpClients } from "./mcp-clients.ts";
import { isMembers } from "./members.ts";
import { isConfirmed } from "./secret-input.ts";
import { isColourful } from "./text.ts";

const serverName = "vingate";

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
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        print: { type: "boolean" },
        yes: { type: "boolean" },
        service: { type: "string" },
      },
      allowPositionals: true,
    });
    const client = requireNamed("client", positionals[0], mcpClients);
    if (positionals.length > 1) throw new UsageError(`only one client, not also "${positionals[1]}"`);
    if (values.print && values.yes) throw new UsageError("--print and --yes exclude each other");
    const words = ["mcp", ...(values.service === undefined ? [] : ["--service", values.service])];
    const [command, ...rest] = programCommand(words);
    const entry = { ...client.extra, command, args: rest };
    if (values.print) {
      process.stdout.write(textOf({ [client.member]: { [serverName]: entry } }));
      return 0;
    }
    if (!findLogin(env, values.service))
      process.stderr.write('There is no login yet: run "vingate login URL" before the program starts.\n');
    return await install(client, entry, env, values.yes === true);
  },
};

const textOf = (value: object, indent: string | number = 2): string =>
  `${JSON.stringify(value, undefined, indent)}\n`;

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** The file's text with the entry; its other members stay, and its indentation. */
function withEntry(client: McpClient, file: string, text: string, entry: object): string {
  const refuse = (reason: string) =>
    new CommandFailure(
      `${file} ${reason}. Add the entry by hand: vingate mcp install ${client.name} --print`,
    );
  let settings: unknown = {};
  try {
    if (text.trim() !== "") settings = JSON.parse(text);
  } catch {
    throw refuse("is no plain JSON; it may contain comments");
  }
  const servers = isMembers(settings) ? (settings[client.member] ?? {}) : undefined;
  if (!isMembers(settings) || !isMembers(servers)) throw refuse(`has no object "${client.member}"`);
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? 2;
  return textOf({ ...settings, [client.member]: { ...servers, [serverName]: entry } }, indent);
}

async function install(
  client: McpClient,
  entry: object,
  env: Parameters<Command["run"]>[1],
  isAgreed: boolean,
): Promise<number> {
  const file = client.file(env);
  const before = readText(file);
  const after = withEntry(client, file, before, entry);
  if (before === after) {
    process.stderr.write(`${file} has this entry already.\n`);
    return 0;
  }
  const style = styleFor(isColourful(process.stderr, env));
  process.stderr.write(`${file}\n${differenceText(before, after, style)}`);
  if (!isAgreed && process.stdin.isTTY !== true)
    throw new CommandFailure("nothing is changed: there is no terminal for a question. Use --yes or --print");
  if (!isAgreed && !(await isConfirmed("Change the file?"))) {
    process.stderr.write("Nothing is changed.\n");
    return 1;
  }
  replaceFile(file, after);
  process.stderr.write(`${client.title} is configured. ${client.next}\n`);
  return 0;
}

/** Replaces a file in one step; keeps its mode, and the place to which a link leads. */
function replaceFile(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const target = statSync(file, { throwIfNoEntry: false }) ? realpathSync(file) : file;
    const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
    const written = `${target}.${process.pid}`;
    writeFileSync(written, text, { mode: mode & 0o777, flag: "wx" });
    renameSync(written, target);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be changed: ${(error as Error).message}`);
  }
}

/** The lines that differ, between the first and the last ones that are equal. */
export function differenceText(before: string, after: string, style: Style): string {
  const [old, now] = [before, after].map((text) =>
    text === "" ? [] : text.replace(/\n$/, "").split("\n"),
  ) as [string[], string[]];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const around = 3;
  const lines = [
    ...now.slice(Math.max(0, start - around), start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => style.warn(`- ${line}`)),
    ...now.slice(start, now.length - end).map((line) => style.bold(`+ ${line}`)),
    ...now
      .slice(now.length - end, Math.min(now.length, now.length - end + around))
      .map((line) => `  ${line}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
