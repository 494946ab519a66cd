import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoFolder, readDemoSet } from "../../src/vehicles/imports/demo/demo-set.ts";
import { writeSet } from "../../tools/demo/write-set.ts";
import { testPack } from "../vin/shared-pack.ts";
import { testMonth } from "./small-set.ts";

const textOf = (file: string) => Bun.zstdDecompressSync(readFileSync(file)).toString();

test("bun tools/demo/make.ts makes the demo set again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-demo-set-"));
  try {
    const { seed, vehicles } = readDemoSet();
    await writeSet(await testPack(), { folder, seed, vehicles, until: testMonth, level: 1 });
    const files = readdirSync(folder).sort();
    expect(readdirSync(demoFolder).sort()).toEqual([...files, "README.md"].sort());
    expect(readFileSync(join(demoFolder, "set.json"), "utf8")).toBe(
      readFileSync(join(folder, "set.json"), "utf8"),
    );
    const differing = files
      .filter((file) => file.endsWith(".zst"))
      .filter((file) => textOf(join(demoFolder, file)) !== textOf(join(folder, file)));
    expect(differing).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
