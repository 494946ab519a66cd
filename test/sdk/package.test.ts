import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { test as browserTest, launchBrowser } from "../console/browser.ts";
import { signUp } from "../harness.ts";
import { type SdkService, startSdkService } from "./sdk-service.ts";

const project = join(import.meta.dir, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "vingate-client-"));
const consumer = join(folder, "consumer");
const installed = join(consumer, "node_modules", "@vingate", "client");
let sdk: SdkService;
let tarball = "";

/** Runs a command and resolves to its output; throws its error output. */
async function run(
  cwd: string,
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}:\n${out}${complaint}`);
  return out;
}

/** The examples of a page. */
const examplesOf = (page: string): string[] =>
  [...readFileSync(join(project, page), "utf8").matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!);

const program = `import { Vingate } from "@vingate/client";
const client = new Vingate();
const { body, info } = await client.decodeVin("5J6RW2H59JL990075").withInfo();
const failed = await client.decodeVin("a").catch((error) => error);
const results = [];
for await (const one of client.decodeVins(["1HGCM82633A004352", "b"])) results.push(one.status);
console.log([body.data.basic.make, info.creditsRemaining, failed.field, ...results].join(" "));
`;
const printed = "HONDA 14 vin success error";

beforeAll(async () => {
  const source = join(folder, "source");
  mkdirSync(source);
  for (const name of ["package.json", "README.md"])
    cpSync(join(project, "sdk/typescript", name), join(source, name));
  await run(project, [process.execPath, "sdk/typescript/build.ts", source]);
  const name = await run(source, ["npm", "pack", "--ignore-scripts", "--pack-destination", folder]);
  tarball = join(folder, name.trim());
  mkdirSync(installed, { recursive: true });
  await run(installed, ["tar", "-xzf", tarball, "--strip-components=1"]);
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
    const out = await run(consumer, [runtime, "example.js"], env);
    expect(relay.cuts).toBe(1);
    relay.close();
    return out;
  });
  expect(await Promise.all(runs)).toEqual([`${printed}\n`, `${printed}\n`]);
});

test("it has 12 kB at most as it is bundled", async () => {
  const bundled = await Bun.build({ entrypoints: [join(installed, "dist/index.js")], minify: true });
  expect(gzipSync(await bundled.outputs[0]!.arrayBuffer(), { level: 9 }).length).toBeLessThan(12_000);
});

test("publint and attw find nothing, and it depends on nothing", async () => {
  expect((await publint({ pkgDir: installed, pack: false, strict: true })).messages).toEqual([]);
  const bytes = new Uint8Array(await Bun.file(tarball).arrayBuffer());
  const checked = await checkPackage(createPackageFromTarballData(bytes));
  const problems = checked.types ? checked.problems : ["no types"];
  // It is an ES module only, which a CommonJS program loads by `import()`.
  expect(problems.filter((one) => typeof one === "string" || one.kind !== "CJSResolvesToESM")).toEqual([]);
  const manifest = await Bun.file(join(installed, "package.json")).json();
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
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
  expect(await run(consumer, [compiler, "--ignoreConfig", ...strict, ...lib, ...files])).toBe("");
});

browserTest("a browser calls a service of another origin", async () => {
  const { VINGATE_KEY: key, VINGATE_URL: url } = await environment();
  const script = program
    .replace("@vingate/client", "/dist/index.js")
    .replace("new Vingate()", `new Vingate(${JSON.stringify({ key, url })})`);
  const page = `<script type="module">
    console.log = (text) => { document.title = text; };
    ${script}
  </script>`;
  const server = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/") return new Response(page, { headers: { "content-type": "text/html" } });
      if (pathname.startsWith("/dist/")) return new Response(Bun.file(join(installed, pathname)));
      return new Response(undefined, { status: 204 });
    },
  });
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage();
    const faults: Error[] = [];
    tab.on("pageerror", (fault) => faults.push(fault));
    await tab.goto(server.url.href);
    await tab.waitForFunction("document.title !== ''");
    expect([await tab.title(), faults]).toEqual([printed, []]);
  } finally {
    await browser.close();
    await server.stop(true);
  }
});
