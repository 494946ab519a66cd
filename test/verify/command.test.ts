import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../tools/release/run-command.ts";
import { packageFaults } from "../packages/module-package.ts";
import { commandLine } from "../program.ts";
import { makeStatement } from "./made-statement.ts";
import { filesOf, isDay, resign } from "./model.ts";

const project = join(import.meta.dir, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "vingate-verify-"));
const installed = join(folder, "node_modules", "@vingate", "verify");
let tarball = "";

beforeAll(async () => {
  const source = join(folder, "source");
  mkdirSync(source);
  for (const name of ["package.json", "README.md", "bin.js"])
    cpSync(join(project, "verify", name), join(source, name));
  await runCommand(project, [process.execPath, "verify/build.ts", source]);
  const name = await runCommand(source, ["npm", "pack", "--ignore-scripts", "--pack-destination", folder]);
  tarball = join(folder, name.trim());
  mkdirSync(installed, { recursive: true });
  await runCommand(installed, ["tar", "-xzf", tarball, "--strip-components=1"]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: readonly string[];
  readonly errors: string;
}

async function run(program: readonly string[], args: readonly string[]): Promise<Ended> {
  const child = Bun.spawn([...program, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out: out.trimEnd().split("\n"), errors };
}

const programs: readonly (readonly [name: string, program: readonly string[]])[] = [
  ["the package in Node", ["node", join(installed, "bin.js")]],
  ["the package in Bun", [process.execPath, join(installed, "bin.js")]],
  ["vingate verify", commandLine("verify")],
];

function write(seed: number, change: Parameters<typeof makeStatement>[1] = {}) {
  const made = makeStatement(seed, { subscriptions: 1, ...change });
  for (const [name, bytes] of Object.entries(filesOf(made))) writeFileSync(join(folder, name), bytes);
  return made;
}

test.each(programs)("%s checks a statement with its files", async (_, program) => {
  write(3);
  const files = ["--calls", "calls", "--receipts", "receipts", "--key", "key"];
  const { code, out, errors } = await run(program, ["statement", ...files]);
  expect([code, errors]).toEqual([0, ""]);
  expect(out[0]).toBe("The statement holds.");
  expect(out.slice(1).map((line) => line.slice(0, 25).trim().split(/ {2,}/))).toEqual([
    ["Note", "receipts"],
    ...["signature", "key", "days", "ledger", "balance", "lines", "calls", "receipts"].map((check) => [
      "Holds",
      check,
    ]),
    ["Not checked", "consistency"],
  ]);
});

test.each(programs)("%s prints failures first and ends with 1", async (_, program) => {
  const made = write(4);
  made.statement.subscriptions[0]!.closing.balance! += 1;
  resign(made);
  writeFileSync(join(folder, "statement"), filesOf(made).statement);
  const { code, out } = await run(program, ["statement", "--key", made.key.line]);
  expect([code, out[0]]).toEqual([1, "The statement does not hold."]);
  expect(out[1]).toMatch(/^Fails {8}balance {6}sub-1: .*, and the closing balance is/);
});

test.each(programs)("%s ends with 2 for a wrong command line", async (_, program) => {
  for (const args of [
    [],
    ["a", "b"],
    ["absent.json"],
    ["statement", "--wrong"],
    ["statement", "--calls", "no"],
  ]) {
    const { code, out, errors } = await run(program, args);
    expect([args, code, out]).toEqual([args, 2, [""]]);
    expect(errors).toMatch(/^vingate[ -]verify: .*--help/s);
  }
});

test("checkpoints are kept if a statement holds, and compared", async () => {
  const [, program] = programs[0]!;
  const seen = join(folder, "kept");
  const made = write(5);
  expect((await run(program, ["statement", "--seen", seen])).code).toBe(0);
  const { checkpoint, days } = made.statement.subscriptions[0]!;
  const kept = readFileSync(seen, "utf8");
  expect(kept).toMatch(/\n— seen\/2026-10\/\d+\/[0-9a-f]{16}\/\d+\/[0-9a-f]{64} A{91}=\n$/);
  expect(kept.startsWith(checkpoint!)).toBe(true);
  const again = await run(program, ["statement", "--seen", seen]);
  expect(again.out.join("\n")).toMatch(/Holds +consistency +sub-1: continues the log of \d+ leaves/);
  days.filter(isDay)[0]!.calls += 1;
  resign(made);
  writeFileSync(join(folder, "statement"), filesOf(made).statement);
  expect((await run(program, ["statement", "--seen", seen])).code).toBe(1);
  expect(readFileSync(seen, "utf8")).toBe(kept);
});

test("a new epoch ends with 3, a provisional statement with 0", async () => {
  const [, program] = programs[1]!;
  write(6, { epoch: true });
  const { code, out } = await run(program, ["statement"]);
  expect([code, out[0]]).toEqual([
    3,
    "The statement holds, but the log began a new epoch. Find out why from the seller.",
  ]);
  write(6, { provisional: true });
  expect((await run(program, ["statement", "--calls", "calls"])).code).toBe(0);
});

test("it runs without modules of Node, as in a browser", async () => {
  write(7);
  const script = `import { readFileSync, createReadStream } from "node:fs";
    delete globalThis.process;
    delete globalThis.Buffer;
    const { verifyStatement } = await import("@vingate/verify");
    const { verdict } = await verifyStatement({
      statement: new Uint8Array(readFileSync("statement")),
      calls: createReadStream("calls"),
      receipts: readFileSync("receipts", "utf8"),
    });
    console.log(verdict);`;
  writeFileSync(join(folder, "browser.mjs"), script);
  const { out, errors } = await run(["node"], ["browser.mjs"]);
  expect([out, errors]).toEqual([["holds"], ""]);
});

test("publint and attw find nothing, and it depends on nothing", async () => {
  expect(await packageFaults(installed, tarball)).toEqual([]);
});
