import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { runCommand } from "../../tools/release/run-command.ts";
import { missingPython, python } from "./python-tools.ts";
import { type SdkService, startSdkService } from "./sdk-service.ts";

const home = join(import.meta.dir, "..", "..");
const wheel = `vingate-${manifest.version.replace("-dev", ".dev0")}-py3-none-any.whl`;
const tarball = `vingate-client-${manifest.version}.tgz`;
const program = `import { Vingate } from "@vingate/client";
const { data } = await new Vingate().decodeVin("5J6RW2H59JL990075");
console.log(data.basic.make, data.basic.model);`;

let sdk: SdkService;
let place: string;
let env: Record<string, string>;

beforeAll(async () => {
  sdk = await startSdkService();
  place = mkdtempSync(join(tmpdir(), "vingate-client-packages-"));
  const { key } = await sdk.who.subscribe({});
  env = { VINGATE_URL: sdk.relay.url, VINGATE_KEY: key, npm_config_cache: join(place, "cache") };
});

afterAll(async () => {
  rmSync(place, { recursive: true, force: true });
  await sdk.end();
});

/** The commands of the service's list that have a package's name in them, in the folder of this test. */
async function runListed(name: string): Promise<void> {
  const page = await (await fetch(`${sdk.relay.url}/sdk`)).text();
  const blocks = [...page.matchAll(/<pre><code>([\s\S]*?)<\/code>/g)].map(([, code]) => code!);
  const commands = blocks.find((code) => code.includes(`/sdk/${name}`))!;
  await runCommand(place, ["sh", "-ec", commands], env);
}

test("the program that the service hands out has the files that npm packs", async () => {
  const file = join(place, "vingate.tgz");
  writeFileSync(file, await (await fetch(`${sdk.relay.url}/sdk/vingate.tgz`)).bytes());
  const listed = (await runCommand(place, ["tar", "-tzf", file])).trim().split("\n");
  await runCommand(place, ["tar", "-xzf", file]);
  const pack = ["npm", "pack", "--dry-run", "--json", "--ignore-scripts"];
  const [packed] = JSON.parse(await runCommand(join(place, "package"), pack, env)) as {
    files: { path: string }[];
  }[];
  expect(listed.toSorted()).toEqual(packed!.files.map(({ path }) => `package/${path}`).toSorted());
  expect(
    listed.filter((path) => /\.test\.tsx?$|^package\/src\/features\/[^/]+\/(test|bench)\//.test(path)),
  ).toEqual([]);
  rmSync(join(place, "package"), { recursive: true });
});

test("npm installs the library by the commands of the list", async () => {
  await runListed("vingate-vin.tgz");
  const lines = `import { openDecoder } from "@vingate/vin";
const decoder = await openDecoder();
console.log(decoder.decode("5J6RW2H59JL990075").model);`;
  expect(await runCommand(place, ["node", "--input-type=module", "-e", lines], env)).toBe("CR-V\n");
});

test("a file that is not what the service lists fails its check", async () => {
  const line = await (await fetch(`${sdk.relay.url}/sdk/vingate-verify.tgz.sha256`)).text();
  const file = join(place, "vingate-verify.tgz");
  const bytes = await (await fetch(`${sdk.relay.url}/sdk/vingate-verify.tgz`)).bytes();
  const check = ["sh", "-c", `echo "${line.trim()}" | sha256sum --check`];
  writeFileSync(file, bytes);
  expect(await runCommand(place, check)).toBe("vingate-verify.tgz: OK\n");
  const help = await runCommand(place, ["npx", "--yes", "./vingate-verify.tgz", "--help"], env);
  expect(help).toContain("--receipts");
  writeFileSync(file, bytes.with(bytes.length - 9, bytes.at(-9)! ^ 1));
  await expect(runCommand(place, check)).rejects.toThrow("FAILED");
});

test("npm installs the client in TypeScript by the commands of the list", async () => {
  await runListed("vingate-client.tgz");
  const decoded = await runCommand(place, ["node", "--input-type=module", "-e", program], env);
  expect(decoded).toBe("HONDA CR-V\n");
});

const missing = missingPython("httpx");
if (missing) console.warn(`skipped: ${missing} is missing; npm run test:install installs it`);

test.skipIf(missing !== undefined)("the wheel of the service decodes a VIN", async () => {
  const file = join(place, wheel);
  writeFileSync(file, await (await fetch(`${sdk.relay.url}/sdk/${wheel}`)).bytes());
  const code =
    'import vingate; print(vingate.Vingate().decode_vin("5J6RW2H59JL990075")["data"]["basic"]["model"])';
  expect(await runCommand(place, [python, "-c", code], { ...env, PYTHONPATH: file })).toBe("CR-V\n");
});

test("packages of one source are equal", async () => {
  const digests = async (folder: string) => {
    await runCommand(home, [process.execPath, "tools/sdk/packages.ts", folder]);
    const names = [wheel, tarball, `vingate-verify-${manifest.version}.tgz`];
    const files = await Promise.all(names.map((name) => Bun.file(join(folder, name)).bytes()));
    return files.map((bytes) => Bun.hash(bytes));
  };
  expect(await digests(join(place, "one"))).toEqual(await digests(join(place, "two")));
});
