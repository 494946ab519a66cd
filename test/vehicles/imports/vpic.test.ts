import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startLoading } from "../../../src/base/loading.ts";
import { importVinPack, rollBackVinPack } from "../../../src/vehicles/imports/vpic/import-pack.ts";
import { watchPack } from "../../../src/vehicles/imports/vpic/pack-watch.ts";
import { openVinPack } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import type { Pack } from "../../../src/vin/pack/pack.ts";
import { commandLine } from "../../program.ts";
import { placeTestPack, testPack } from "../../vin/shared-pack.ts";
import { writeDump } from "./dump-file.ts";
import { temporaryFolder } from "./importing.ts";

const how = { progress: () => {}, currentYear: 2026 };

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
    return importVinPack(folder.path, file, how).then(
      () => "imported",
      (error: Error) => error.message,
    );
  };
  const block = "COPY vpic.pattern (id, keys) FROM stdin;\n1\tA*\n";
  expect(await refusal("id,keys\n1,A\n")).toContain("this is not a PostgreSQL plain dump");
  expect(await refusal(block)).toContain("the dump ends early within the table pattern");
  expect(await refusal(`${block}\\.\n`)).toContain("the dump has no table ");
  await expect(rollBackVinPack(folder.path, () => {})).rejects.toThrow("contains no previous VIN data");
  expect(readdirSync(folder.path)).toEqual(["dump.plain"]);
}, 180_000);

/** A dump of some manufacturers' codes, changed. */
async function dumpOf(folder: string, change: (text: string) => string): Promise<string> {
  const file = join(folder, "changed.plain");
  await writeDump(file, ["5J6", "1HG"]);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  return file;
}

test("a dump with less than the data in use is refused", async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  mkdirSync(data);
  await placeTestPack(data);
  const refusal = async (change: (text: string) => string) =>
    importVinPack(data, await dumpOf(folder.path, change), how).then(
      () => "imported",
      (error: Error) => error.message,
    );
  const few = await refusal((text) => text);
  expect(few).toMatch(
    /^the new VIN data are not used: they have [\d,]+ patterns instead of 799,207, and they have 2 manufacturers instead of 12,767, and [\d,]+ of [\d,]+ sampled VINs lose their model\. The present ones stay\. If the new ones are right, delete .*vin\.pack and import them again\.$/,
  );
  const form = "it is not NHTSA's vPICList_lite, or its form has changed";
  const empty = /(COPY vpic\.pattern .*;\n)[\s\S]*?(\\\.\n)/;
  expect(await refusal((text) => text.replace(empty, "$1$2"))).toContain(
    `the dump has no rows in the table pattern: ${form}`,
  );
  expect(await refusal((text) => text.replace(/(COPY vpic\.pattern .*)keys/, "$1key_text"))).toContain(
    `the dump has no column keys in the table pattern: ${form}`,
  );
  expect(await refusal((text) => text.replace("COPY vpic.model (", "COPY vpic.models ("))).toContain(
    `the dump has no table model: ${form}`,
  );
  expect(readdirSync(data)).toEqual(["vin.pack"]);
  expect((await openVinPack(data)).meta.source).toBe("vpic-packaged");
}, 300_000);

test("a dry run changes nothing", async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  const dump = await dumpOf(folder.path, (text) => text);
  const { pack } = await importVinPack(data, dump, { ...how, dryRun: true });
  expect([pack.meta.source, pack.meta.manufacturers, readdirSync(data)]).toEqual(["vpic", 2, []]);
}, 180_000);

test("models that change their element are noticed without other data", async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  // Element 28 is the model.
  const renumbered = await dumpOf(folder.path, (text) =>
    text.replace(
      /(COPY vpic\.pattern \((.*)\) FROM stdin;\n)([\s\S]*?)(\\\.\n)/,
      (_, head, columns, rows, end) => {
        const at = columns.split(", ").indexOf("elementid");
        const changed = rows
          .split("\n")
          .map((line: string) => line.split("\t"))
          .map((cells: string[]) => (cells[at] === "28" ? cells.with(at, "38") : cells).join("\t"));
        return head + changed.join("\n") + end;
      },
    ),
  );
  await expect(importVinPack(data, renumbered, how)).rejects.toThrow("none of their VINs has a model");
  expect(readdirSync(data)).toEqual([]);
}, 120_000);

test("the command checks the file and its options before it compiles", async () => {
  using folder = temporaryFolder();
  const dump = join(folder.path, "dump.plain");
  writeFileSync(dump, "no dump");
  const run = (...words: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync(commandLine("import", ...words), {
      env: { PATH: process.env.PATH!, VINGATE_DATA_DIR: join(folder.path, "data") },
    });
    return [exitCode, stderr.toString().split("\n")[0]];
  };
  const sum = new Bun.CryptoHasher("sha256").update("no dump").digest("hex");
  expect(run("vpic", dump, "--sha256", "00")).toEqual([
    1,
    `vingate import: the input's SHA-256 is ${sum}, not 00`,
  ]);
  expect(run("vpic", dump, "--rollback")).toEqual([
    2,
    "vingate import: --rollback takes no input and no other option",
  ]);
  expect(run("vpic", "--rollback", "--dry-run")).toEqual([
    2,
    "vingate import: --rollback takes no input and no other option",
  ]);
  expect(run("vpic", "--rollback")).toEqual([
    1,
    `vingate import: ${join(folder.path, "data")} contains no previous VIN data: an import keeps the data that it replaces`,
  ]);
  expect(run("vpic", dump, "--mode", "merge")).toEqual([2, "vingate import: vpic has no option --mode"]);
  expect(run("epa", "--rollback")).toEqual([
    2,
    "vingate import: --rollback is for vpic only; vingate datasets rollback FAMILY is for records",
  ]);
}, 180_000);
