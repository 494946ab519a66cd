import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ageText, callsText } from "../../../src/cli/import/import-vpic.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { writeUsage } from "../../../src/metering/apply/write-usage.ts";
import { databaseLog } from "../../../src/metering/requests/call-log.ts";
import { compareCalls } from "../../../src/vehicles/imports/vpic/compare-calls.ts";
import { compileVinPack } from "../../../src/vehicles/imports/vpic/compile-vin-pack.ts";
import { readRecentVins } from "../../../src/vehicles/imports/vpic/recent-vins.ts";
import { usablePack, vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import type { Pack } from "../../../src/vin/pack/pack.ts";
import { migrations } from "../../database/migrations.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { commandLine } from "../../program.ts";
import { callOf, recordCalls } from "../../usage-calls.ts";
import { writeDump } from "./dump-file.ts";
import { temporaryFolder } from "./importing.ts";

const folder = temporaryFolder();
const [one, other, third] = ["5J6RW2H59JL990075", "1HGCM82633A004352", "1M8GDM9AXKP042788"] as const;
const account = { userId: "ada", subscriptionId: "s1" };
const day = 86_400_000;
const files = { two: join(folder.path, "two.plain"), three: join(folder.path, "three.plain") };

beforeAll(async () => {
  await writeDump(files.two, ["5J6", "1HG"]);
  await writeDump(files.three, ["5J6", "1HG", "1M8"]);
}, 120_000);
afterAll(() => folder[Symbol.dispose]());

async function packOf(dump: string): Promise<Pack> {
  const file = join(folder.path, `${crypto.randomUUID()}.pack`);
  await compileVinPack({ file, dump }, { progress: () => {} });
  return (await usablePack(file))!;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`VINs of recent calls on ${kind.dialect}`, () => {
    let service: TestService;
    const now = Date.now();
    const read = (bounds?: { vinsMax: number; callsMax: number }) =>
      readRecentVins(databaseLog(service.app.database), now, bounds);
    beforeAll(async () => {
      service = await startService(kind);
      const urls = [
        `/vin-decoder/${one}`,
        `/vin-decoder/${one.toLowerCase()}?year=2018`,
        `/vehicles/DecodeVinValues/${other}?format=json`,
        `/oem-vin-decode/${third}#7`,
        "/vin-decoder/1HGCM82633A0043",
        `/vin-decoder/${other}9`,
        "/oil-lookup/2018/Honda/AAAAAAAAAAAAAAAAAAA",
      ];
      const calls = urls.map((url, index) => callOf(account, now - index * 1000, { url, status: 404 }));
      const old = callOf(account, now - 8 * day, { url: "/vin-decoder/2HGES15252H603204" });
      await recordCalls(service, [old, ...calls.reverse()]);
    });
    afterAll(() => service.end());

    test("of the last seven days each is read once, however it was sent", async () => {
      const { vins, bounded } = await read();
      expect([[...vins].sort(), bounded]).toEqual([[other, third, one], false]);
    });

    test("the reading ends at its bounds", async () => {
      const few = await read({ vinsMax: 2, callsMax: 1000 });
      expect([few.vins.size, few.bounded]).toEqual([2, true]);
      const first = await read({ vinsMax: 1000, callsMax: 1 });
      expect([first.vins.size <= 1, first.bounded]).toEqual([true, true]);
      expect(await read({ vinsMax: 3, callsMax: 7 })).toMatchObject({ bounded: false });
    });
  });

test("VINs are found, changed, lost or the same", async () => {
  const [two, three] = [await packOf(files.two), await packOf(files.three)];
  const recent = { vins: new Set([one, other, third, "ZZZZZZZZZZZZZZZZZ"]), bounded: false };
  const at = { currentYear: 2026 };
  const found = compareCalls(recent, { present: two, made: three, ...at });
  expect(found).toEqual({
    vins: 4,
    bounded: false,
    same: 3,
    changed: 0,
    found: 1,
    lost: 0,
    examples: [{ vin: third.slice(0, 11), before: "", after: "1989 MOTOR COACH INDUSTRIES 102C3 Intercity" }],
  });
  const lost = compareCalls(recent, { present: three, made: two, ...at });
  expect(lost).toEqual({
    ...found,
    found: 0,
    lost: 1,
    examples: [{ vin: third.slice(0, 11), before: "1989 MOTOR COACH INDUSTRIES 102C3 Intercity", after: "" }],
  });
  const text = readFileSync(files.two, "utf8");
  const renamed = join(folder.path, "renamed.plain");
  // The name of one model.
  writeFileSync(renamed, text.replaceAll(/\tCR-V\t/g, "\tCR-V II\t"));
  const changed = compareCalls(recent, { present: two, made: await packOf(renamed), ...at });
  expect(changed).toEqual({
    ...found,
    found: 0,
    changed: 1,
    examples: [{ vin: one.slice(0, 11), before: "2018 HONDA CR-V", after: "2018 HONDA CR-V II" }],
  });
  const many = {
    vins: new Set(Array.from({ length: 12 }, (_, i) => third.slice(0, -2) + (i + 10))),
    bounded: true,
  };
  const all = compareCalls(many, { present: two, made: three, ...at });
  expect([all.found, all.examples.length, all.bounded]).toEqual([12, 10, true]);
}, 120_000);

test("the command says how old the data are and what changes", async () => {
  const meta = (source: string, version: string) => ({ meta: { source, version } }) as unknown as Pack;
  const now = Date.parse("2026-11-29T12:00:00Z");
  const inUse = meta("vpic-packaged", "2026-03").meta;
  expect(ageText({ pack: meta("vpic", "2026-11"), inUse }, now)).toBe(
    "  age        of November 2026, 28 days old; in use: vpic-packaged of March 2026, 8 months old\n",
  );
  expect(ageText({ pack: meta("vpic", "2026-11"), inUse: undefined }, now)).toBe(
    "  age        of November 2026, 28 days old\n",
  );
  const examples = [{ vin: "1M8GDM9AXKP", before: "", after: "1989 MOTOR COACH INDUSTRIES 102C3 Intercity" }];
  const calls = { vins: 1004, bounded: false, same: 1000, changed: 2, found: 1, lost: 1, examples };
  expect(callsText({ calls }, "")).toBe(
    "  calls      1,004 VINs of the last seven days' calls: 1,000 the same, 2 with another year, make or model, 1 newly decoded, 1 lost\n             1M8GDM9AXKP…: nothing → 1989 MOTOR COACH INDUSTRIES 102C3 Intercity\n",
  );
  expect(callsText({ calls: { ...calls, bounded: true } }, "")).toStartWith(
    "  calls      1,004 VINs of the newest calls (at most 100,000 VINs and 1,000,000 calls): ",
  );
  expect(callsText({ calls: { ...calls, vins: 0, examples: [] } }, "")).toBe(
    "  calls      not compared: the request log has no VINs of the last seven days\n",
  );
  expect(callsText({}, "no database at /x")).toBe("  calls      not compared: no database at /x\n");
  expect(callsText({}, "")).toBe("  calls      not compared: there were no VIN data before\n");
});

test("the command compares the calls of its database, and does without one", async () => {
  const data = join(folder.path, "installed");
  mkdirSync(data);
  const db = await openDatabase({ url: undefined, file: join(data, "vingate.db") });
  await migrate(db, migrations);
  const call = callOf(account, Date.now(), { url: `/vin-decoder/${third}` });
  await db.transaction((tx) => writeUsage(tx, "j1", [{ seq: 1, call }]));
  await compileVinPack({ file: vinPackFile(data), dump: files.two }, { progress: () => {} });
  const run = async (dataDir: string) => {
    const child = Bun.spawn(commandLine("import", "vpic", files.three, "--dry-run"), {
      env: { PATH: process.env.PATH!, VINGATE_DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = await new Response(child.stdout).text();
    return [await child.exited, printed.split("\n").filter((line) => /^ {2}(age|calls)| {13}/.test(line))];
  };
  expect(await run(data)).toEqual([
    0,
    [
      expect.stringMatching(/^ {2}age {8}of \w+ 20\d\d, .* old; in use: vpic of \w+ 20\d\d, .* old$/),
      "  calls      1 VIN of the last seven days' calls: 0 the same, 0 with another year, make or model, 1 newly decoded, 0 lost",
      "             1M8GDM9AXKP…: nothing → 1989 MOTOR COACH INDUSTRIES 102C3 Intercity",
    ],
  ]);
  await db.close();
  // The executable has data of its own, which are used where a data folder has none.
  const empty = join(folder.path, "empty");
  mkdirSync(empty);
  copyFileSync(vinPackFile(data), vinPackFile(empty));
  const [code, lines] = await run(empty);
  expect([code, (lines as string[])[1]]).toEqual([
    0,
    `  calls      not compared: no database at ${join(empty, "vingate.db")}. Set VINGATE_DATA_DIR to the service's data folder`,
  ]);
}, 120_000);
