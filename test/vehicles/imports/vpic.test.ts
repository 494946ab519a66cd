import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startLoading } from "../../../src/base/loading.ts";
import { watchPack } from "../../../src/vehicles/imports/vpic/pack-watch.ts";
import { importVinPack, openVinPack, vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
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
  const imported = await importVinPack(data, dump, () => {});
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
  expect(readdirSync(data).sort()).toEqual(["vin.pack", "vpic-dump"]);
}, 300_000);

test("a pack that could not be loaded is loaded when it can be", async () => {
  using folder = temporaryFolder();
  const reasons = ["no space left", "no space left", "no space left on another disk"];
  const loaded: string[] = [];
  const failed: string[] = [];
  const changed = Promise.withResolvers<Pack>();
  const stopping = new AbortController();
  const load = () => {
    const reason = reasons.shift();
    loaded.push(reason ?? "loaded");
    return startLoading(async () => {
      if (reason !== undefined) throw new Error(reason);
      return testPack();
    });
  };
  const used = watchPack(load, {
    dataDir: folder.path,
    signal: stopping.signal,
    changed: changed.resolve,
    failed: ({ message }) => failed.push(message),
    everyMs: 5,
  });
  await used.ended;
  expect([used.value, used.error?.message]).toEqual([undefined, "no space left"]);
  expect(used.value === undefined && (await changed.promise) === used.value).toBe(true);
  expect(used.error).toBeUndefined();
  expect(loaded).toEqual(["no space left", "no space left", "no space left on another disk", "loaded"]);
  expect(failed).toEqual(["no space left on another disk"]);
  stopping.abort();
});

test("an incomplete dump changes nothing", async () => {
  using folder = temporaryFolder();
  const refusal = async (text: string) => {
    const file = join(folder.path, "dump.plain");
    writeFileSync(file, text);
    return importVinPack(folder.path, file, () => {}).then(
      () => "imported",
      (error: Error) => error.message,
    );
  };
  const block = "COPY vpic.pattern (id, keys) FROM stdin;\n1\tA*\n";
  expect(await refusal("id,keys\n1,A\n")).toContain("this is not a PostgreSQL plain dump");
  expect(await refusal(block)).toContain("the dump ends early within the table pattern");
  expect(await refusal(`${block}\\.\n`)).toContain("the dump has no table element");
  expect(readdirSync(folder.path)).toEqual(["dump.plain"]);
}, 60_000);
