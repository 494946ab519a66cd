import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openVinPack } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { compiledPackFolder } from "../../tools/compiled-pack.ts";
import { releasedPackFolder, releaseOptions, requireFresh } from "../../tools/release/vin-data.ts";
import { writeDump } from "../vehicles/imports/dump-file.ts";
import { temporaryFolder } from "../vehicles/imports/importing.ts";

const now = Date.parse("2026-11-29T12:00:00Z");
const usage = "Usage: npm run release -- --vpic FILE [--old-data]";
const advice =
  "Download NHTSA's newest, https://vpic.nhtsa.dot.gov/Downloads/vPICList_lite_2026_11.plain.zip or that of the month before, and run npm run release -- --vpic FILE. To release these data, add --old-data.";
const bound = "a release contains data of at most 35 days, counted from the first day of their month";

const folder = temporaryFolder();
let dump = join(folder.path, "vPICList_lite_2026_11.plain");
beforeAll(() => writeDump(dump, ["5J6", "1HG"]), 120_000);
afterAll(() => folder[Symbol.dispose]());

test("a release takes a dump and nothing else", () => {
  expect(releaseOptions([])).toEqual({ vpic: undefined, oldData: false });
  expect(releaseOptions(["--vpic", "a.zip", "--old-data"])).toEqual({ vpic: "a.zip", oldData: true });
  expect(() => releaseOptions(["--vpic"])).toThrow(usage);
  expect(() => releaseOptions(["--vpic="])).toThrow(`--vpic needs the file of a dump\n${usage}`);
  expect(() => releaseOptions(["a.zip"])).toThrow(usage);
  expect(() => releaseOptions(["--vpick", "a.zip"])).toThrow(usage);
});

test("data of more than 35 days are refused, and what to do is said", () => {
  const refusal = (version: string, day: string, oldData = false): string => {
    try {
      requireFresh({ source: "vpic", version }, oldData, Date.parse(day));
      return "taken";
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusal("2026-11", "2026-12-06T23:59:59Z")).toBe("taken");
  expect(refusal("2026-11", "2026-12-07T00:00:00Z")).toStartWith(
    "The VIN data (vpic) are of November 2026, 36 days old; ",
  );
  expect(refusal("2026-10", "2026-11-29T12:00:00Z")).toBe(
    `The VIN data (vpic) are of October 2026, 59 days old; ${bound}. ${advice}`,
  );
  expect(refusal("", "2026-11-29T12:00:00Z")).toStartWith("The VIN data (vpic) are of an unknown month; ");
  expect(refusal("2026-10", "2026-11-29T12:00:00Z", true)).toBe("taken");
});

test("the packaged data are refused without --old-data", async () => {
  const released = (oldData: boolean) =>
    releasedPackFolder({ vpic: undefined, oldData }, join(folder.path, "none"), now);
  await expect(released(false)).rejects.toThrow(
    `The VIN data (vpic-packaged) are of March 2026, 8 months old; ${bound}. ${advice}`,
  );
  expect(await released(true)).toBe(compiledPackFolder);
  expect(existsSync(join(folder.path, "none"))).toBe(false);
}, 120_000);

test("a release contains the pack of its dump, if that is new enough", async () => {
  const released = (vpic: string, name: string) =>
    releasedPackFolder({ vpic, oldData: false }, join(folder.path, name), now);
  const { meta } = await openVinPack(await released(dump, "new"));
  expect([meta.source, meta.version, meta.manufacturers]).toEqual(["vpic", "2026-11", 2]);
  const older = join(folder.path, "vPICList_lite_2026_10.plain");
  renameSync(dump, older);
  dump = older;
  await expect(released(older, "old")).rejects.toThrow("are of October 2026, 59 days old");
  writeFileSync(older, "no dump");
  await expect(released(older, "none")).rejects.toThrow("this is not a PostgreSQL plain dump");
}, 120_000);
