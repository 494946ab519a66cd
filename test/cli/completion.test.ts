import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lookupApis } from "../../src/vehicles/families/lookup-apis.ts";
import { newUser, type User } from "./client-program.ts";

let user: User;

beforeAll(() => {
  user = newUser();
});

afterAll(() => user.remove());

const families = lookupApis.flatMap((api) => api.families.map(({ base }) => base.slice(1)));
const clients = ["claude-code", "claude-desktop", "cursor", "vscode", "windsurf", "gemini-cli"];

/** Lines, and what a shell offers for the last word. */
const lines: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ["vingate lo", ["login", "logout", "lookup"]],
  ["vingate lookup ", families],
  ["vingate lookup au", ["auction"]],
  ["vingate lookup --json oem", ["oem-parts", "oem-vin-decode"]],
  ["vingate lookup auction --y", ["--year"]],
  ["vingate logout --", ["--service", "--all", "--help"]],
  ["vingate mcp install ", clients],
  ["vingate mcp install --p", ["--print"]],
  ["vingate vin ", ["compile"]],
  ["vingate vin compile --", ["--force", "--quiet", "--help"]],
  ["vingate datasets rollback li", ["lien"]],
  [
    "vingate import rec",
    ["records", "recalls", "recall-completions", "recalls-ca", "recalls-uk", "recalls-eu"],
  ],
  ["vingate completion ", ["bash", "zsh", "fish", "powershell"]],
  ["vingate mcp uninstall c", ["claude-code", "claude-desktop", "cursor"]],
];

const bash = `. ./script
while IFS= read -r line; do
  COMP_WORDS=($line); [ "$line" = "\${line% }" ] || COMP_WORDS+=("")
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _vingate; echo "\${COMPREPLY[*]}"
done`;

// Its completion functions can run only while a line is edited.
const zsh = `autoload -Uz compinit; compinit -u -D; . ./script
compadd() { shift; print -r -- "$*" }
_files() { print }
while IFS= read -r line; do
  words=(\${=line}); [[ "$line" = *' ' ]] && words+=(''); CURRENT=\${#words}; _vingate
done`;

const fish = `source ./script
while read --local line
    string join -- ' ' (complete -C "$line" | string replace -r '\\t.*' '')
end`;

const powershell = `. ./script
$input | ForEach-Object { (TabExpansion2 $_ $_.Length).CompletionMatches.CompletionText -join ' ' }`;

describe.each([
  ["bash", ["bash", "--norc", "-c", bash]],
  ["zsh", ["zsh", "-f", "-c", zsh]],
  ["fish", ["fish", "--no-config", "-c", fish]],
  ["powershell", ["pwsh", "-NoProfile", "-Command", powershell]],
])("%s", (shell, command) => {
  const isMissing = Bun.which(command[0]!) === null;
  if (isMissing) console.warn(`skipped: ${shell} is not installed; npm run test:install installs the others`);

  test.skipIf(isMissing)("completes commands, options, families and other words", async () => {
    const { code, out, err } = await user.run(["completion", shell]);
    expect([code, err]).toEqual([0, ""]);
    writeFileSync(join(user.home, "script"), out);
    const run = Bun.spawnSync([...command], {
      cwd: user.home,
      env: { PATH: process.env.PATH, HOME: user.home },
      stdin: new TextEncoder().encode(lines.map(([line]) => `${line}\n`).join("")),
    });
    expect(run.stderr.toString()).toBe("");
    const offered = run.stdout.toString().trimEnd().split("\n");
    const shown = lines.map(([line], index) => {
      const last = line.split(" ").at(-1)!;
      // zsh compares with the last word itself.
      const words = offered[index]!.split(" ").filter((word) => word.startsWith(last));
      return [line, words.toSorted()];
    });
    expect(shown).toEqual(lines.map(([line, words]) => [line, words.toSorted()]));
  });
});

test("another shell is a wrong command line", async () => {
  expect(await user.run(["completion", "tcsh"])).toEqual({
    code: 2,
    out: "",
    err: "vingate completion: completion takes one of bash, zsh, fish, powershell\nvingate completion --help shows more.\n",
  });
});
