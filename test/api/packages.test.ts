import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import manifest from "../../package.json" with { type: "json" };
import { tarOf } from "../../src/management/documentation/tar.ts";
import { runCommand } from "../../tools/release/run-command.ts";
import { startService, type TestService, testOrigin } from "../harness.ts";
import { loadedPack } from "../harness-parts.ts";

const { version } = manifest;
const wheel = `vingate-${version.replace("-dev", ".dev0")}-py3-none-any.whl`;
const names = [
  `vingate-client-${version}.tgz`,
  wheel,
  `vingate-verify-${version}.tgz`,
  `vingate-vin-${version}.tgz`,
  `vingate-${version}.tgz`,
];
let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), "vingate-packages-test-"));
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

const bytesOf = async (file: string): Promise<Uint8Array> => {
  const answer = await service.serve(new Request(`${testOrigin}/sdk/${file}`), "127.0.0.1");
  expect(answer.status).toBe(200);
  return await answer.bytes();
};
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

test("the list has every package with its address and SHA-256, with and without a final slash", async () => {
  const { text, status } = await service.ask("GET", "/sdk");
  expect(status).toBe(200);
  const listed = [...text.matchAll(/href="([^"]+)"[^<]*<\/a>[^<]*<br><code[^>]*>([0-9a-f]{64})</g)];
  expect(listed.map(([, url]) => url)).toEqual(names.map((name) => `${testOrigin}/sdk/${name}`));
  for (const [, url, digest] of listed) {
    const name = url!.slice(url!.lastIndexOf("/") + 1);
    expect(sha256(await bytesOf(name))).toBe(digest!);
    expect((await service.ask("GET", `/sdk/${name}.sha256`)).text).toBe(`${digest}  ${name}\n`);
  }
  expect((await service.ask("GET", "/sdk/")).text).toBe(text);
});

test("each command of the list names a file of the service", async () => {
  const { text } = await service.ask("GET", "/sdk");
  const commands = [...text.matchAll(/<pre><code>([\s\S]*?)<\/code>/g)].flatMap(([, code]) =>
    code!.split("\n"),
  );
  const digest = (name: string) => new RegExp(`>${name}</a>.*?<code[^>]*>(.{64})<`, "s").exec(text)![1];
  const checked = (name: string, packed: string, use: string) => [
    `curl -sSO ${testOrigin}/sdk/${name}`,
    `echo "${digest(packed)}  ${name}" | sha256sum --check`,
    use,
  ];
  expect(commands).toEqual([
    ...checked("vingate-client.tgz", names[0]!, "npm install ./vingate-client.tgz"),
    `pip install "${testOrigin}/sdk/${wheel}#sha256=${digest(wheel)}"`,
    ...checked("vingate-verify.tgz", names[2]!, "npx ./vingate-verify.tgz statement-2026-10.pdf"),
    ...checked("vingate-vin.tgz", names[3]!, "npm install ./vingate-vin.tgz"),
    ...checked("vingate.tgz", names[4]!, "npx ./vingate.tgz --help"),
  ]);
});

test("a file that is not a package is not found", async () => {
  for (const file of ["..%2Fpackage.json", "vingate-9.tgz", "vingate.whl", ".sha256"])
    expect((await service.ask("GET", `/sdk/${file}`)).status).toBe(404);
});

test("the library and the program have the VIN data in use", async () => {
  const pack = (await loadedPack()).value!.bytes;
  for (const [file, inside] of [
    ["vingate-vin.tgz", "dist/vin.pack"],
    ["vingate.tgz", "library/dist/vin.pack"],
  ] as const) {
    const target = join(folder, file.replace(".tgz", ""));
    mkdirSync(target);
    writeFileSync(join(folder, file), await bytesOf(file));
    await runCommand(target, ["tar", "-xzf", join("..", file), "--strip-components=1"]);
    expect(Buffer.compare(readFileSync(join(target, inside)), pack)).toBe(0);
  }
});

test("the guide's address of the wheel ends with its SHA-256", async () => {
  const { text } = await service.ask("GET", "/docs/clients.md");
  expect(text).toContain(`/sdk/${wheel}#sha256=${sha256(await bytesOf(wheel))}"`);
});

test("tar reads long paths, and one that is too long is refused", async () => {
  const long = `${"a".repeat(90)}/${"b".repeat(60)}/${"c".repeat(95)}`;
  const files = ["short", long].map((path) => ({ path, bytes: new TextEncoder().encode(path) }));
  writeFileSync(join(folder, "long.tar"), tarOf(files));
  expect(await runCommand(folder, ["tar", "-xOf", "long.tar"])).toBe(`short${long}`);
  expect(() => tarOf([{ path: "d".repeat(101), bytes: new Uint8Array() }])).toThrow("d".repeat(101));
  expect(gunzipSync(await bytesOf("vingate-vin.tgz")).length % 512).toBe(0);
});
