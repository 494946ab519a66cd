import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newUser, type User } from "../../../../test/cli/client-program.ts";
import { commandLine } from "../../../../test/program.ts";

let user: User;
let file: string;

beforeEach(() => {
  user = newUser();
  file = join(user.home, ".cursor", "mcp.json");
});

afterEach(() => user.remove());

const [command, ...args] = commandLine("mcp");
const entry = { command, args };
const noLogin = 'There is no login yet: run "vingate login URL" before the program starts.\n';
const install = ["mcp", "install", "cursor"];

function write(text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o640 });
}

const read = (): string => readFileSync(file, "utf8");

test("each client's configuration is printed", async () => {
  for (const client of ["claude-code", "claude-desktop", "cursor", "windsurf", "gemini-cli"]) {
    const { code, out, err } = await user.run(["mcp", "install", client, "--print"]);
    expect([code, JSON.parse(out), err]).toEqual([0, { mcpServers: { vingate: entry } }, ""]);
  }
  const named = await user.run(["mcp", "install", "vscode", "--print", "--service", "b"]);
  const extended = { type: "stdio", command, args: [...args, "--service", "b"] };
  expect(JSON.parse(named.out)).toEqual({ servers: { vingate: extended } });
  expect(existsSync(file)).toBe(false);
});

test("a file keeps its other members, indentation and mode", async () => {
  const other = { command: "other" };
  write(`${JSON.stringify({ theme: "dark", mcpServers: { other } }, undefined, "\t")}\n`);
  const { code, out, err } = await user.run([...install, "--yes"]);
  expect([code, out]).toEqual([0, ""]);
  const indented = JSON.stringify(entry, undefined, "\t").replaceAll("\n", "\n\t\t");
  const added = `"vingate": ${indented}`
    .split("\n")
    .map((line) => `+ ${line.replace(/^(?!\t\t)/, "\t\t")}\n`);
  expect(err).toStartWith(
    `${noLogin}${file}\n  \t"mcpServers": {\n  \t\t"other": {\n  \t\t\t"command": "other"\n`,
  );
  expect(err).toContain(added.slice(1).join("").slice(0, 60));
  expect(err).toEndWith("Cursor is configured. Enable the server in Cursor's settings, under MCP.\n");
  const whole = { theme: "dark", mcpServers: { other, vingate: entry } };
  expect(read()).toBe(`${JSON.stringify(whole, undefined, "\t")}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(await user.run([...install, "--yes"])).toEqual({
    code: 0,
    out: "",
    err: `${noLogin}${file} has this entry already.\n`,
  });
});

test("status names each client's file and login, and uninstall removes the entry", async () => {
  const states = async () => {
    const { code, out, err } = await user.run(["mcp", "status"]);
    expect([code, err]).toEqual([0, ""]);
    const rows = JSON.parse(out) as { client: string; state: string; file: string }[];
    expect(rows.find((row) => row.client === "cursor")!.file).toBe(file);
    return Object.fromEntries(rows.map(({ client, state }) => [client, state]));
  };
  const none = Object.fromEntries(
    ["claude-code", "claude-desktop", "cursor", "vscode", "windsurf", "gemini-cli"].map((name) => [
      name,
      "not installed",
    ]),
  );
  expect(await states()).toEqual(none);
  const other = { command: "other" };
  write(`${JSON.stringify({ theme: "dark", mcpServers: { other } }, undefined, 2)}\n`);
  await user.run([...install, "--yes", "--service", "b"]);
  expect(await states()).toEqual({ ...none, cursor: 'installed, no login "b"' });
  mkdirSync(dirname(user.loginsFile), { recursive: true });
  const login = { url: "https://vehicles.example.com", key: "vgk_x" };
  writeFileSync(user.loginsFile, JSON.stringify({ services: { b: login } }), { mode: 0o600 });
  expect(await states()).toEqual({ ...none, cursor: "installed, https://vehicles.example.com" });
  const uninstall = ["mcp", "uninstall", "cursor", "--yes"];
  expect(await user.run(uninstall)).toMatchObject({
    code: 0,
    out: "",
    err: expect.stringContaining("Vingate is removed from Cursor. Start it again."),
  });
  expect(read()).toBe(`${JSON.stringify({ theme: "dark", mcpServers: { other } }, undefined, 2)}\n`);
  expect(await user.run(uninstall)).toEqual({ code: 0, out: "", err: `${file} has no entry of Vingate.\n` });
  write("{ // mine\n}");
  expect(await states()).toEqual({ ...none, cursor: "file is unreadable" });
});

test("the question decides, and without a terminal nothing changes", async () => {
  expect(await user.run(install)).toMatchObject({
    code: 1,
    err: expect.stringContaining("nothing is changed: there is no terminal for a question. Use --yes"),
  });
  const question = "Change the file? [y/N] ";
  const no = await user.runOnTerminal(install, [[question, "\r"]]);
  expect([no.code, existsSync(file)]).toEqual([1, false]);
  expect(no.shown).toEndWith("Nothing is changed.\n");
  const yes = await user.runOnTerminal(install, [[question, "y\r"]]);
  expect([yes.code, JSON.parse(read())]).toEqual([0, { mcpServers: { vingate: entry } }]);
});

test.each([
  ['{ // mine\n "mcpServers": {} }', "is no plain JSON; it may contain comments"],
  ["[]", 'has no object "mcpServers"'],
  ['{"mcpServers": []}', 'has no object "mcpServers"'],
])("%s stays as it is", async (text, reason) => {
  write(text);
  expect(await user.run([...install, "--yes"])).toEqual({
    code: 1,
    out: "",
    err: `${noLogin}vingate mcp install: ${file} ${reason}. Add the entry by hand: vingate mcp install cursor --print\n`,
  });
  expect(read()).toBe(text);
});
