import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { compileVinPack } from "../../src/vehicles/imports/vpic/compile-vin-pack.ts";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { FORMAT_VERSION, readPack } from "../../src/vin/pack/pack-format.ts";
import type { PackMeta } from "../../src/vin/pack/pack-meta.ts";
import { findSharedFile } from "../shared-data.ts";
import { writeDump } from "../vehicles/imports/dump-file.ts";
import { temporaryFolder } from "../vehicles/imports/importing.ts";
import { testPack, testPackFolder } from "./shared-pack.ts";

// A change of the compiler or of the data changes these; then they are replaced knowingly. Bytes that the decoder
// reads otherwise than before need another FORMAT_VERSION too.
const fixed = {
  format: 11,
  packaged: {
    data: "24059729-abbc52ad00107104",
    pack: "7e7024ecec0a696a4ab789e1181ba4d9a2680a3c736b202ad9eb9c8d4523115f",
  },
  dump: {
    data: "181f2e50b3150a3dba35a83ac21ab5da78fe4de563586bbe05d9b7fcd3c6ec0a",
    pack: "8eca41b350a890336070928d88043dfb7c4899138106f0ce07e99ded79fae74c",
  },
};

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

/** Fingerprints of the data and of what was compiled from them: everything but the form of compression. */
function fingerprint(bytes: Uint8Array): { data: string; pack: string } {
  const { meta, section } = readPack(bytes);
  const digest = createHash("sha256").update(JSON.stringify(meta));
  const names = (JSON.parse(directoryOf(bytes)) as { sections: { name: string }[] }).sections.map(
    ({ name }) => name,
  );
  for (const name of names) {
    const array = section(name);
    const raw = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    digest.update(`\0${name}\0`).update(name === "registry" ? gunzipSync(raw) : raw);
  }
  return { data: (meta as PackMeta).fingerprint, pack: digest.digest("hex") };
}

function directoryOf(bytes: Uint8Array): string {
  const [, , length] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4);
  return Buffer.from(bytes.subarray(16, 16 + length!)).toString();
}

async function compiled(dump: string, name: string): Promise<Uint8Array> {
  const file = join(folder.path, name);
  await compileVinPack({ file, dump }, { progress: () => {} });
  return readFileSync(file);
}

test("the format of packs is the one whose fingerprints are fixed", () => {
  expect(FORMAT_VERSION).toBe(fixed.format);
});

test("the packaged data always compile to the same pack", async () => {
  await testPack();
  expect(fingerprint(readFileSync(vinPackFile(testPackFolder)))).toEqual(fixed.packaged);
}, 120_000);

test("a dump always compiles to the same pack, in every run", async () => {
  const dump = join(folder.path, "vPICList_lite_2026_11.plain");
  await writeDump(dump, ["5J6", "1HG"]);
  const [first, second] = [await compiled(dump, "first"), await compiled(dump, "second")];
  expect(Buffer.from(first).equals(second)).toBe(true);
  expect(fingerprint(first)).toEqual(fixed.dump);
}, 120_000);

const whole = findSharedFile("data/vpic/vPICList_lite.plain.zip");

test.skipIf(whole === undefined)(
  "NHTSA's own dump always compiles to the same pack",
  async () => {
    const [first, second] = [await compiled(whole!, "one"), await compiled(whole!, "two")];
    expect(Buffer.from(first).equals(second)).toBe(true);
  },
  300_000,
);
