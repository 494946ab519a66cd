import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CommandFailure } from "../../../cli/command.ts";
import { type Style, styleFor } from "../../../cli/decode-text.ts";
import { isMembers, type Members } from "../../../cli/terminal/members.ts";
import { isConfirmed } from "../../../cli/terminal/secret-input.ts";
import { isColourful } from "../../../cli/terminal/text.ts";
import type { McpClient } from "./clients.ts";

/** The name of this program among a client's MCP servers. */
export const serverName = "vingate";

export const settingsText = (value: object, indent: string | number = 2): string =>
  `${JSON.stringify(value, undefined, indent)}\n`;

/** The text of a file; empty if there is none. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** The settings in a text, and the MCP servers among them. Throws if they have another form. */
function parse(client: McpClient, file: string, text: string): { settings: Members; servers: Members } {
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
  return { settings, servers };
}

/** The entry of this program in a client's file. */
export const entryIn = (client: McpClient, file: string): unknown =>
  parse(client, file, readText(file)).servers[serverName];

/** The text with this entry, or without one; its other members stay, and its indentation. */
export function settingsWith(client: McpClient, file: string, text: string, entry?: object): string {
  const { settings, servers } = parse(client, file, text);
  if (entry === undefined && servers[serverName] === undefined) return text;
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? 2;
  // `stringify` leaves out what is undefined.
  return settingsText({ ...settings, [client.member]: { ...servers, [serverName]: entry } }, indent);
}

export interface Change {
  /** The text after the change. */
  readonly edit: (before: string) => string;
  /** Printed if the file is as it should be. */
  readonly same: string;
  /** Printed after the change. */
  readonly done: string;
  /** Whether the user has agreed on the command line. */
  readonly isAgreed: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Shows the change of a file, requires confirmation, and makes it. Resolves to the exit code. */
export async function changeFile(file: string, { edit, same, done, isAgreed, env }: Change): Promise<number> {
  const before = readText(file);
  const after = edit(before);
  if (before === after) {
    process.stderr.write(`${same}\n`);
    return 0;
  }
  const style = styleFor(isColourful(process.stderr, env));
  process.stderr.write(`${file}\n${differenceText(before, after, style)}`);
  if (!isAgreed && process.stdin.isTTY !== true)
    throw new CommandFailure("nothing is changed: there is no terminal for a question. Use --yes");
  if (!isAgreed && !(await isConfirmed("Change the file?"))) {
    process.stderr.write("Nothing is changed.\n");
    return 1;
  }
  replaceFile(file, after);
  process.stderr.write(`${done}\n`);
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
function differenceText(before: string, after: string, style: Style): string {
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
