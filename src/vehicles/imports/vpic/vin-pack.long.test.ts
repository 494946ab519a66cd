import { expect, test } from "bun:test";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPackFolder } from "../../../../test/vin/shared-pack.ts";
import { FORMAT_VERSION } from "../../../vin/pack/pack-format.ts";
import { openVinPack, vinPackFile } from "./vin-pack.ts";

function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "vingate-pack-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("two concurrent starts replace a damaged pack and leave no files", async () => {
  await openVinPack(testPackFolder);
  using data = folder();
  const file = vinPackFile(data.path);
  copyFileSync(vinPackFile(testPackFolder), file);
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  const killed = join(data.path, "vpic-1-x.sqlite");
  writeFileSync(killed, "");
  utimesSync(killed, 0, 0);
  const stages = new Set<string>();
  const packs = await Promise.all([
    openVinPack(data.path, { progress: ({ stage }) => stages.add(stage) }),
    openVinPack(data.path),
  ]);
  expect(packs.map((pack) => pack.meta.patterns)).toEqual([799207, 799207]);
  expect([...stages]).toEqual(["unpack", "patterns", "order", "schemas", "manufacturers", "write"]);
  expect(readFileSync(file).equals(whole)).toBe(true);
  expect([readdirSync(data.path), statSync(file).mode & 0o777]).toEqual([["vin.pack"], 0o600]);
}, 120_000);

test("a pack of another format is compiled again", async () => {
  await openVinPack(testPackFolder);
  using data = folder();
  const file = vinPackFile(data.path);
  const whole = readFileSync(vinPackFile(testPackFolder));
  const older = Buffer.from(whole);
  older.writeUInt32LE(FORMAT_VERSION - 1, 4);
  writeFileSync(file, older);
  const stages = new Set<string>();
  const pack = await openVinPack(data.path, { progress: ({ stage }) => stages.add(stage) });
  expect([pack.meta.patterns, stages.has("write"), readFileSync(file).equals(whole)]).toEqual([
    799207,
    true,
    true,
  ]);
}, 120_000);
