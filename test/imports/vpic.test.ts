import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { startLoading } from "../../src/base/loading.ts";
import { watchPack } from "../../src/imports/pack-watch.ts";
import { importVinPack, openVinPack, vinPackFile } from "../../src/imports/vin-pack.ts";
import { openPackagedVpic } from "../../src/imports/vpic-packaged.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import type { Pack } from "../../src/vin/pack/pack.ts";
import { testPack, testPackFolder } from "../vin/shared-pack.ts";
import { temporaryFolder } from "./importing.ts";

const vins = ["1HGCM82633A004352", "1XPVD09X4BD116967", "5J6RW2H59JL990075", "1M8GDM9AXKP042788"];
const escaped = (cell: unknown): string =>
  cell === null
    ? "\\N"
    : String(cell).replace(
        /[\\\t\n\r]/g,
        (one) => ({ "\t": "\\t", "\n": "\\n", "\r": "\\r" })[one] ?? "\\\\",
      );

/** The packaged data as NHTSA publishes vPIC: a PostgreSQL plain dump. */
async function writeDump(file: string): Promise<void> {
  using source = await openPackagedVpic();
  using database = new Database(source.file, { readonly: true });
  const handle = openSync(file, "w");
  writeSync(
    handle,
    "--\n-- PostgreSQL database dump\n--\nSELECT pg_catalog.set_config('search_path', '', false);\n",
  );
  const tables = database
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table'")
    .all();
  for (const { name } of tables.filter((table) => !table.name.startsWith("sqlite_"))) {
    const columns = database
      .query<{ name: string }, []>(`pragma table_info("${name}")`)
      .all()
      .map((one) => one.name);
    writeSync(
      handle,
      `\nCOPY vpic.${name.toLowerCase()} (${columns.map((one) => one.toLowerCase()).join(", ")}) FROM stdin;\n`,
    );
    let lines = "";
    for (const row of database.query(`select * from "${name}"`).values()) {
      lines += `${row.map(escaped).join("\t")}\n`;
      if (lines.length < 1 << 20) continue;
      writeSync(handle, lines);
      lines = "";
    }
    writeSync(handle, `${lines}\\.\n`);
  }
  writeSync(handle, "\nALTER TABLE ONLY vpic.pattern ADD CONSTRAINT pk PRIMARY KEY (id);\n");
  closeSync(handle);
}

const decodes = (pack: Pack) => {
  const decoder = createDecoder(pack, { currentYear: 2026 });
  return vins.map((vin) => JSON.parse(Buffer.from(decoder.answer(vin)!).toString()) as unknown);
};

test("a dump decodes as its data do, is used by a running service, and is compiled again from what is kept", async () => {
  using folder = temporaryFolder();
  const dump = join(folder.path, "vPICList_lite_2026_09.plain");
  await writeDump(dump);
  const data = join(folder.path, "data");
  mkdirSync(data);
  const packaged = await testPack();
  copyFileSync(vinPackFile(testPackFolder), vinPackFile(data));
  const stopping = new AbortController();
  const swapped = Promise.withResolvers<Pack>();
  const loading = startLoading(() => openVinPack(data));
  const { signal } = stopping;
  const used = watchPack(loading, {
    ...{ dataDir: data, signal, changed: swapped.resolve, failed: swapped.reject, everyMs: 20 },
  });
  await used.ended;
  await Bun.sleep(50);
  expect(used.value!.meta.source).toBe("vpic-packaged");
  const imported = await importVinPack(data, dump, () => {});
  const { source, version, patterns, manufacturers, complete } = imported.meta;
  expect({ source, version, patterns, manufacturers, complete }).toEqual({
    ...{ source: "vpic", version: "2026-09", complete: false },
    ...{ patterns: packaged.meta.patterns, manufacturers: packaged.meta.manufacturers },
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

test("what is no whole dump changes nothing", async () => {
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
  expect(await refusal(block)).toContain("the dump breaks off within the table pattern");
  expect(await refusal(`${block}\\.\n`)).toContain("the dump has no table element");
  expect(readdirSync(folder.path)).toEqual(["dump.plain"]);
}, 60_000);
