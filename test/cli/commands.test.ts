import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, startProcess } from "../service-process.ts";

const main = join(import.meta.dir, "..", "..", "src", "main.ts");
const { folder, remove } = newFolder();
afterAll(remove);

/** Runs a command with a data folder; returns exit code, standard output and standard error. */
async function run(dataDir: string, ...words: string[]) {
  const child = Bun.spawn([process.execPath, main, ...words], {
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
  ["demo", "--remove"],
  ["doctor", "--ledger"],
  ["journals"],
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
}, 60_000);
