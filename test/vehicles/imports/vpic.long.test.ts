import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { startLoading } from "../../../src/base/loading.ts";
import { importVinPack, rollBackVinPack } from "../../../src/vehicles/imports/vpic/import-pack.ts";
import { watchPack } from "../../../src/vehicles/imports/vpic/pack-watch.ts";
import { openVinPack, vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder } from "../../../src/vin/decoder.ts";
import type { Pack } from "../../../src/vin/pack/pack.ts";
import { placeTestPack, testPack } from "../../vin/shared-pack.ts";
import { writeDump } from "./dump-file.ts";
import { temporaryFolder } from "./importing.ts";

const vins = ["1HGCM82633A004352", "1XPVD09X4BD116967", "5J6RW2H59JL990075", "1M8GDM9AXKP042788"];
const decodes = (pack: Pack) => {
  const decoder = createDecoder(pack, { currentYear: 2026 });
  return vins.map((vin) => JSON.parse(Buffer.from(decoder.answer(vin)!).toString()) as unknown);
};

const how = { progress: () => {}, currentYear: 2026 };

test("a running service uses a new dump, which is kept", async () => {
  using folder = temporaryFolder();
  const dump = join(folder.path, "vPICList_lite_2026_09.plain");
  await writeDump(dump);
  const data = join(folder.path, "data");
  mkdirSync(data);
  const packaged = await testPack();
  await placeTestPack(data);
  const stopping = new AbortController();
  const swapped = Promise.withResolvers<Pack>();
  const loading = startLoading(() => openVinPack(data));
  const { signal } = stopping;
  const used = watchPack(() => loading, {
    dataDir: data,
    signal,
    changed: swapped.resolve,
    failed: swapped.reject,
    everyMs: 20,
  });
  await used.ended;
  // Time for two looks at the pack file.
  await Bun.sleep(50);
  expect(used.value!.meta.source).toBe("vpic-packaged");
  const { pack: imported, sampled, lost, changed } = await importVinPack(data, dump, how);
  // The packaged data have one code without a date that the dump's rows lack.
  expect([sampled > 1000, lost <= 1, changed]).toEqual([true, true, 0]);
  const { source, version, patterns, manufacturers, complete } = imported.meta;
  expect({ source, version, patterns, manufacturers, complete }).toEqual({
    source: "vpic",
    version: "2026-09",
    complete: false,
    patterns: packaged.meta.patterns,
    manufacturers: packaged.meta.manufacturers,
  });
  expect(decodes(imported)).toEqual(decodes(packaged));
  expect((await swapped.promise).meta.source).toBe("vpic");
  expect(used.value!.meta.source).toBe("vpic");
  stopping.abort();
  const whole = readFileSync(vinPackFile(data));
  truncateSync(vinPackFile(data), 1000);
  expect((await openVinPack(data)).meta.version).toBe("2026-09");
  expect(readFileSync(vinPackFile(data)).length).toBe(whole.length);
  expect(readdirSync(data).sort()).toEqual(["vin.pack", "vin.pack.former", "vpic-dump"]);
  expect((await rollBackVinPack(data, () => {})).meta.source).toBe("vpic-packaged");
  expect(readdirSync(data).sort()).toEqual(["vin.pack", "vin.pack.former", "vpic-dump.former"]);
  expect((await rollBackVinPack(data, () => {})).meta.source).toBe("vpic");
  expect(readdirSync(data).sort()).toEqual(["vin.pack", "vin.pack.former", "vpic-dump"]);
}, 300_000);
