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

test("the service lists its clients, in its own version", async () => {
  const page = await (await fetch(`${sdk.relay.url}/sdk`)).text();
  const links = [...page.matchAll(/href="[^"]*\/sdk\/([^"]+)"/g)].map(([, name]) => name);
  expect(links).toEqual([wheel, tarball]);
  expect((await fetch(`${sdk.relay.url}/sdk/..%2Fpackage.json`)).status).toBe(404);
});

test("npm installs the client in TypeScript from the service", async () => {
  await runCommand(place, ["npm", "install", `${sdk.relay.url}/sdk/vingate-client.tgz`], env);
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
    const names = [wheel, tarball];
    const files = await Promise.all(names.map((name) => Bun.file(join(folder, name)).bytes()));
    return files.map((bytes) => Bun.hash(bytes));
  };
  expect(await digests(join(place, "one"))).toEqual(await digests(join(place, "two")));
});
