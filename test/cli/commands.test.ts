import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../program.ts";
import { newFolder, startProcess } from "../service-process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

/** Runs a command with a data folder; returns exit code, standard output and standard error. */
async function run(dataDir: string, ...words: string[]) {
  const child = Bun.spawn(commandLine(...words), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: dataDir, VINGATE_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code: child.exitCode, out, err };
}

const commands = [
  ["acme", "put", "token", "authorization"],
  ["acme", "remove", "token"],
  ["datasets"],
  ["export"],
  ["datasets", "rollback", "lien"],
  ["demo", "--remove"],
  ["doctor", "--ledger"],
  ["erase", "--vin", "1HGCM82633A004352"],
  ["import", "--stop", "some-import"],
  ["journals"],
  ["valuation", "--check"],
];

test.each(commands)("%s %s reports a folder without a database and creates none", async (...words) => {
  const empty = join(folder, "empty");
  mkdirSync(empty, { recursive: true });
  expect(await run(empty, ...words)).toEqual({
    code: 1,
    out: "",
    err: `vingate ${words[0]}: no database at ${empty}/vingate.db. Set VINGATE_DATA_DIR to the service's data folder\n`,
  });
  expect(readdirSync(empty)).toEqual([]);
});

test.each(commands)("%s %s with an empty database reports it", async (...words) => {
  const truncated = join(folder, "truncated");
  mkdirSync(truncated, { recursive: true });
  writeFileSync(join(truncated, "vingate.db"), "");
  expect(await run(truncated, ...words)).toEqual({
    code: 1,
    out: "",
    err: `vingate ${words[0]}: ${truncated}/vingate.db has no tables of Vingate. Start the service with these settings first, or correct them\n`,
  });
});

test("demo and import create no database next to an installation's credentials", async () => {
  const lost = join(folder, "lost");
  mkdirSync(lost, { recursive: true });
  writeFileSync(join(lost, "first-run.json"), "{}");
  const records = join(folder, "liens.csv");
  writeFileSync(records, "vin\n");
  for (const words of [["demo"], ["import", "records", "lien", records]]) {
    const { code, err } = await run(lost, ...words);
    expect([code, err]).toEqual([1, expect.stringContaining("vingate.db is missing, but ")]);
  }
  expect(readdirSync(lost).filter((name) => name.startsWith("vingate.db"))).toEqual([]);
});

test("the error names a data folder that cannot be created and why", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  for (const [path, reason] of [
    ["/proc/nope", "its parent folder cannot contain folders"],
    [file, "a file has this name"],
    [`${file}/below`, "part of its path is a file"],
  ] as const)
    expect(await run(path, "serve")).toEqual({
      code: 1,
      out: "",
      err: `vingate serve: VINGATE_DATA_DIR ${path} cannot be used: ${reason}. Set it to a folder that this user can write to\n`,
    });
});

test("mistyped options, actions and settings get a suggestion", async () => {
  const messages: [words: string[], message: string][] = [
    [
      ["serve", "--port", "9000"],
      'takes no arguments, not "--port". Settings are environment variables: VINGATE_PORT=9000 vingate serve',
    ],
    [["serve", "now"], 'takes no arguments, not "now". Settings are environment variables'],
    [["import", "--lst"], "no option --lst; did you mean --list?"],
    [["acme", "pt"], 'no action "pt"; did you mean "put"?'],
    [["journals", "repiar", "1"], 'no action "repiar"; did you mean "repair"?'],
    [["datasets", "rolback", "lien"], 'no action "rolback"; did you mean "rollback"?'],
    [["datasets", "x"], 'no action "x"'],
  ];
  for (const [words, message] of messages) {
    const err = `vingate ${words[0]}: ${message}\nvingate ${words[0]} --help shows more.\n`;
    expect(await run(join(folder, "never"), ...words)).toEqual({ code: 2, out: "", err });
  }
  expect(existsSync(join(folder, "never"))).toBe(false);
});

test("reset-password and enter print links that set a new password", async () => {
  const data = join(folder, "forgotten");
  mkdirSync(data);
  const service = await startProcess(data, {}, "ready");
  const made = await run(data, "reset-password", " Operator@Example.com");
  const [, token] = /^http:\/\/127\.0\.0\.1:\d+\/console\/reset#(vgr\S+)\n$/.exec(made.out) ?? [];
  expect([made.code, token !== undefined]).toEqual([0, true]);
  expect(made.err).toMatch(/^Open this link by \d{4}-\S+Z to choose a new password\.\n$/);
  const { client_token } = JSON.parse(readFileSync(join(data, "first-run.json"), "utf8"));
  const post = async (path: string, body: object) => {
    const got = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${client_token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return got.status;
  };
  const password = "a new long password";
  expect(await post("/auth/reset", { reset_token: token, password })).toBe(200);
  expect(await post("/auth/signin", { email: "operator@example.com", password })).toBe(200);
  expect(await run(data, "reset-password", "nobody@example.com")).toEqual({
    code: 1,
    out: "",
    err: "vingate reset-password: no user has the email nobody@example.com\n",
  });
  const entry = await run(data, "enter", "Operator@example.com");
  const [, entryToken] = /^http:\/\/127\.0\.0\.1:\d+\/console\/enter#(vgr\S+)\n$/.exec(entry.out) ?? [];
  expect([entry.code, entry.err]).toEqual([
    0,
    expect.stringMatching(/^Open this link by \d{4}-\S+Z to choose a password and add a second factor\.\n$/),
  ]);
  const next = "another long password";
  expect(await post("/auth/enter", { entry_token: entryToken, password: next })).toBe(200);
  expect(await post("/auth/signin", { email: "operator@example.com", password })).toBe(401);
  expect(await post("/auth/signin", { email: "operator@example.com", password: next })).toBe(200);
  expect(await run(data, "enter", "nobody@example.com")).toEqual({
    code: 1,
    out: "",
    err: "vingate enter: no user has the email nobody@example.com\n",
  });
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
}, 180_000);

test("a prefix of several commands lists them", async () => {
  const help = await run(folder, "vin", "--help");
  expect([help.code, help.err]).toEqual([0, ""]);
  expect(help.out).toStartWith("Usage: vingate vin COMMAND [arguments]\n\nCommands:\n  vin compile ");
  expect(await run(folder, "vin")).toEqual({ code: 2, out: help.out, err: "" });
});

test("the next start removes vehicle data of an interrupted first start", async () => {
  const data = join(folder, "interrupted");
  mkdirSync(data);
  const ended = Bun.spawnSync(["true"]).pid;
  const left = `vpic-${ended}-left.sqlite`;
  writeFileSync(join(data, left), "");
  const before = Date.now() / 1000 - 5;
  utimesSync(join(data, left), before, before);
  const service = await startProcess(data, {}, "ready");
  expect(readdirSync(data).filter((name) => name.startsWith("vpic-"))).toEqual([]);
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
}, 180_000);
