import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runCommand } from "../../tools/release/run-command.ts";
import { test as browserTest } from "../console/browser.ts";
import { blocksOf } from "../documents/page.ts";
import { signUp } from "../harness.ts";
import { packageFaults, titleInBrowser } from "../packages/module-package.ts";
import { type SdkService, startSdkService } from "./sdk-service.ts";

const project = join(import.meta.dir, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "vingate-client-"));
const consumer = join(folder, "consumer");
const installed = join(consumer, "node_modules", "@vingate", "client");
let sdk: SdkService;
let tarball = "";

/** The examples of a page. */
const examplesOf = (page: string): string[] => blocksOf(readFileSync(join(project, page), "utf8"), "ts");

const program = `import { Vingate } from "@vingate/client";
const held = [];
const client = new Vingate({ receipts: ({ holds }) => void held.push(holds) });
const { body, info } = await client.decodeVin("5J6RW2H59JL990075").withInfo();
const failed = await client.decodeVin("a").catch((error) => error);
const results = [];
for await (const one of client.decodeVins(["1HGCM82633A004352", "b"])) results.push(one.status);
console.log([body.data.basic.make, info.creditsRemaining, failed.field, ...results, ...held].join(" "));
`;
const printed = "HONDA 14 vin success error true true";

beforeAll(async () => {
  const source = join(folder, "source");
  mkdirSync(source);
  for (const name of ["package.json", "README.md"])
    cpSync(join(project, "sdk/typescript", name), join(source, name));
  await runCommand(project, [process.execPath, "sdk/typescript/build.ts", source]);
  const name = await runCommand(source, ["npm", "pack", "--ignore-scripts", "--pack-destination", folder]);
  tarball = join(folder, name.trim());
  mkdirSync(installed, { recursive: true });
  await runCommand(installed, ["tar", "-xzf", tarball, "--strip-components=1"]);
  await Bun.write(join(consumer, "package.json"), '{ "type": "module" }');
  await Bun.write(join(consumer, "example.js"), program);
  sdk = await startSdkService();
}, 120_000);
afterAll(async () => {
  await sdk.end();
  rmSync(folder, { recursive: true, force: true });
});

const environment = async () => ({
  VINGATE_KEY: (await signUp(sdk.service)).key,
  VINGATE_URL: sdk.relay.url,
});

test("it runs in Node and Bun, and is charged once for a lost answer", async () => {
  const runs = ["node", process.execPath].map(async (runtime) => {
    const relay = await sdk.openRelay();
    relay.cutAfter(100);
    const env = { ...(await environment()), VINGATE_URL: relay.url };
    const out = await runCommand(consumer, [runtime, "example.js"], env);
    expect(relay.cuts).toBe(1);
    relay.close();
    return out;
  });
  expect(await Promise.all(runs)).toEqual([`${printed}\n`, `${printed}\n`]);
});

test("Node loads it by require, as its engines promise", async () => {
  await Bun.write(
    join(consumer, "required.cjs"),
    `const { Vingate } = require("@vingate/client");
new Vingate().decodeVin("5J6RW2H59JL990075").then(({ data }) => console.log(data.basic.make));`,
  );
  const strict = ["node", "--throw-deprecation", "required.cjs"];
  expect(await runCommand(consumer, strict, await environment())).toBe("HONDA\n");
});

test("with a key and an address it reads no variable, and without a right to read them it has none", async () => {
  // Deno refuses reads so, without --allow-env.
  const refusal = `const read = [];
const get = (_, name) => {
  if (!String(name).startsWith("VINGATE_")) return undefined;
  read.push(name);
  throw new Error("NotCapable");
};
process.env = new Proxy({}, { get });`;
  const { VINGATE_KEY: key, VINGATE_URL: url } = await environment();
  const lines = `import { Vingate } from "@vingate/client";
${refusal}
const given = new Vingate(${JSON.stringify({ key, url })});
console.log((await given.decodeVin("5J6RW2H59JL990075")).data.basic.make, ...read);
await new Vingate({ url: "${url}" }).decodeVin("5J6RW2H59JL990075").catch((error) => console.log(error.name, ...read));`;
  await Bun.write(join(consumer, "refused.js"), lines);
  expect(await runCommand(consumer, ["node", "refused.js"])).toBe("HONDA\nVingateError VINGATE_KEY\n");
});

const deno = Bun.which("deno");
if (!deno) console.warn("skipped: deno is not installed");
test.skipIf(!deno)("Deno runs it with the right to connect only", async () => {
  const { VINGATE_KEY: key, VINGATE_URL: url } = await environment();
  const lines = `import { Vingate } from "./node_modules/@vingate/client/dist/index.js";
console.log((await new Vingate(${JSON.stringify({ key, url })}).decodeVin("5J6RW2H59JL990075")).data.basic.make);`;
  await Bun.write(join(consumer, "deno.js"), lines);
  const command = [deno!, "run", "--no-prompt", `--allow-net=${new URL(url).host}`, "deno.js"];
  expect(await runCommand(consumer, command)).toBe("HONDA\n");
});

test("Node and Bun append receipts to a file", async () => {
  const lines = `import { receiptFile, Vingate } from "@vingate/client";
const client = new Vingate({ receipts: receiptFile("receipts.txt"), strictReceipts: true });
await client.decodeVin("5J6RW2H59JL990075");
await client.decodeVin("a").catch((error) => console.log(error.name));
`;
  await Bun.write(join(consumer, "receipts.js"), lines);
  for (const runtime of ["node", process.execPath])
    expect(await runCommand(consumer, [runtime, "receipts.js"], await environment())).toBe(
      "InvalidRequest\n",
    );
  const kept = readFileSync(join(consumer, "receipts.txt"), "utf8");
  expect(kept).toMatch(/^([0-9a-f]{32}\/\d+;\d+;[01];.{43}=\n){4}$/);
});

test("it has 12 kB at most as it is bundled", async () => {
  const bundled = await Bun.build({ entrypoints: [join(installed, "dist/index.js")], minify: true });
  expect(gzipSync(await bundled.outputs[0]!.arrayBuffer(), { level: 9 }).length).toBeLessThan(12_000);
});

test("publint and attw find nothing, and it depends on nothing", async () => {
  expect(await packageFaults(installed, tarball)).toEqual([]);
});

test("the examples of its pages have the right types", async () => {
  const given = "declare const client: import('@vingate/client').Vingate, vins: string[], id: string;\n";
  const examples = ["sdk/typescript/README.md", "docs/guide/clients.md"].flatMap(examplesOf);
  for (const [index, example] of examples.entries())
    await Bun.write(
      join(consumer, "types", `${index}.ts`),
      example.includes("new Vingate") ? example : `${given}${example}export {};\n`,
    );
  const strict =
    "--strict --noEmit --module nodenext --target esnext --exactOptionalPropertyTypes --types".split(" ");
  const lib = ["", "--lib", "esnext,dom,dom.asynciterable"];
  const files = examples.map((_, index) => `types/${index}.ts`);
  const compiler = join(project, "node_modules/.bin/tsc");
  expect(await runCommand(consumer, [compiler, "--ignoreConfig", ...strict, ...lib, ...files])).toBe("");
});

browserTest("a browser calls a service of another origin", async () => {
  const { VINGATE_KEY: key, VINGATE_URL: url } = await environment();
  const script = program
    .replace("@vingate/client", "/dist/index.js")
    .replace("new Vingate({", `new Vingate({ ...${JSON.stringify({ key, url })},`);
  const shown = `console.log = (text) => { document.title = text; };
    ${script}`;
  expect(await titleInBrowser(shown, installed)).toBe(printed);
});
