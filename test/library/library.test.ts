import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPack, testPackFolder } from "../vin/shared-pack.ts";

const project = join(import.meta.dir, "..", "..");
const consumer = mkdtempSync(join(tmpdir(), "vingate-consumer-"));
afterAll(() => rmSync(consumer, { recursive: true, force: true }));

/** Runs a command in the other project and resolves to its output; throws its error output. */
async function run(folder: string, ...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const [out, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}:\n${out}${complaint}`);
  return out;
}

/** The blocks of a page: the example first, then what it prints. */
function blocksOf(page: string): { example: string; printed: string } {
  const [, example, printed] = /```ts\n(.*?)```.*?```\n(.*?)```/s.exec(page) ?? [];
  if (!example || !printed) throw new Error("the page shows no example with what it prints");
  return { example, printed };
}

test("another project decodes with the packed tarball in Node and Bun", async () => {
  await testPack();
  await run(project, process.execPath, "library/build.ts", testPackFolder);
  const packed = await run(project, "npm", "pack", "--ignore-scripts", "--pack-destination", consumer);
  const installed = join(consumer, "node_modules", "vingate");
  mkdirSync(installed, { recursive: true });
  await run(consumer, "tar", "-xzf", packed.trim(), "--strip-components=1", "-C", installed);
  // The package's other dependencies are the server's: the decoder needs none of them.
  rmSync(join(installed, "src"), { recursive: true });

  const { example, printed } = blocksOf(readFileSync(join(project, "docs/library.md"), "utf8"));
  await Bun.write(join(consumer, "package.json"), '{ "type": "module" }');
  await Bun.write(join(consumer, "example.ts"), example);
  const strict = [
    "--strict",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "esnext",
    "--lib",
    "esnext,dom",
  ];
  await run(
    consumer,
    join(project, "node_modules/.bin/tsc"),
    "--ignoreConfig",
    ...strict,
    "--types",
    "",
    "example.ts",
  );
  await Bun.write(join(consumer, "example.js"), new Bun.Transpiler({ loader: "ts" }).transformSync(example));
  expect(await run(consumer, "node", "example.js")).toBe(printed);
  expect(await run(consumer, process.execPath, "example.js")).toBe(printed);
}, 120_000);

test("a damaged pack is refused with a message", async () => {
  const { openDecoder, PackError } = await import("../../src/vin/open-decoder.ts");
  const bytes = new Uint8Array(await Bun.file(join(testPackFolder, "vin.pack")).arrayBuffer());
  bytes[bytes.length >> 1]! ^= 1;
  const refused = await openDecoder({ pack: bytes }).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(PackError);
  expect((refused as Error).message).toMatch(/checksum|damaged/);
});
