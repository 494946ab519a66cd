import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../tools/release/run-command.ts";
import { test as browserTest } from "../console/browser.ts";
import { packageFaults, titleInBrowser } from "../packages/module-package.ts";
import { testPack, testPackFolder } from "../vin/shared-pack.ts";

const project = join(import.meta.dir, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "vingate-library-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The files of this project that its two packages consist of, the server's sources left out. */
const packages = join(folder, "packages");
const consumer = join(folder, "consumer");
const installed = join(consumer, "node_modules", "@vingate", "vin");

/** Packs a package; resolves to the tarball. */
async function pack(from: string): Promise<string> {
  const name = await runCommand(from, ["npm", "pack", "--ignore-scripts", "--pack-destination", folder]);
  return join(folder, name.trim());
}

async function unpack(tarball: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  await runCommand(to, ["tar", "-xzf", tarball, "--strip-components=1"]);
}

/** The blocks of the page: the example first, then what it prints. */
function blocksOf(page: string): { example: string; printed: string } {
  const [, example, printed] = /```ts\n(.*?)```.*?```\n(.*?)```/s.exec(page) ?? [];
  if (!example || !printed) throw new Error("the page shows no example with what it prints");
  return { example, printed };
}
const { example, printed } = blocksOf(readFileSync(join(project, "docs/library.md"), "utf8"));
const script = new Bun.Transpiler({ loader: "ts" }).transformSync(example);
let tarball = "";

beforeAll(async () => {
  await testPack();
  for (const name of ["package.json", "library/package.json"])
    cpSync(join(project, name), join(packages, name));
  await runCommand(project, [
    process.execPath,
    "library/build.ts",
    testPackFolder,
    join(packages, "library"),
  ]);
  tarball = await pack(join(packages, "library"));
  await unpack(tarball, installed);
  await Bun.write(join(consumer, "package.json"), '{ "type": "module" }');
  await Bun.write(join(consumer, "example.ts"), example);
  await Bun.write(join(consumer, "example.js"), script);
}, 120_000);

test("the example prints in Node and Bun what the page shows", async () => {
  expect(await runCommand(consumer, ["node", "example.js"])).toBe(printed);
  expect(await runCommand(consumer, [process.execPath, "example.js"])).toBe(printed);
});

test("the example's types are right", async () => {
  const strict = "--strict --noEmit --module nodenext --target esnext --lib esnext,dom --types".split(" ");
  const compiler = join(project, "node_modules/.bin/tsc");
  expect(await runCommand(consumer, [compiler, "--ignoreConfig", ...strict, "", "example.ts"])).toBe("");
});

test("the server's package offers the same decoder", async () => {
  const server = join(folder, "server");
  await unpack(await pack(packages), join(server, "node_modules", "vingate"));
  await Bun.write(join(server, "package.json"), '{ "type": "module" }');
  await Bun.write(join(server, "example.js"), script.replace("@vingate/vin", "vingate/vin"));
  expect(await runCommand(server, ["node", "example.js"])).toBe(printed);
});

test("publint and attw find nothing, and it depends on nothing", async () => {
  expect(await packageFaults(installed, tarball, ["./vin.pack"])).toEqual([]);
});

browserTest("a browser decodes with it", async () => {
  const shown = `const lines = [];
    console.log = (...words) => lines.push(words.join(" "));
    ${script.replace("@vingate/vin", "/dist/vin.browser.js")}
    document.title = lines.join(" ");`;
  // A title's line breaks are shown as spaces.
  expect(await titleInBrowser(shown, installed)).toBe(printed.replaceAll(/\s+/g, " ").trim());
});

test("a bundle without the pack says what to do", async () => {
  const bundled = join(folder, "bundled.mjs");
  const inside = `import { openDecoder } from "${installed}/dist/vin.js"; await openDecoder();`;
  await Bun.write(join(folder, "entry.mjs"), inside);
  await runCommand(folder, [process.execPath, "build", "entry.mjs", "--target=node", `--outfile=${bundled}`]);
  const child = Bun.spawn(["node", bundled], { stdio: ["ignore", "ignore", "pipe"] });
  const complaint = await new Response(child.stderr).text();
  expect(complaint).toContain(
    `there are no VIN data at file://${folder}/vin.pack; copy vin.pack of the package next to the bundle, or pass its bytes or place: openDecoder({ pack })`,
  );
});

test("a bundle with the pack next to it decodes", async () => {
  const output = join(folder, "output");
  await runCommand(consumer, [
    process.execPath,
    "build",
    "example.js",
    "--target=node",
    `--outdir=${output}`,
  ]);
  renameSync(join(output, "example.js"), join(output, "example.mjs"));
  cpSync(join(installed, "dist/vin.pack"), join(output, "vin.pack"));
  expect(await runCommand(output, ["node", "example.mjs"])).toBe(printed);
});

test("a damaged pack is refused with a message", async () => {
  const { openDecoder, PackError } = await import("../../src/vin/open-decoder.ts");
  const bytes = new Uint8Array(await Bun.file(join(testPackFolder, "vin.pack")).arrayBuffer());
  bytes[bytes.length >> 1]! ^= 1;
  const refused = await openDecoder({ pack: bytes }).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(PackError);
  expect((refused as Error).message).toMatch(/checksum|damaged/);
});
