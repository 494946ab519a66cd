import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { flipped, isPadding, truncated } from "./damaged-packs.ts";
import { testPack, testPackFolder } from "./shared-pack.ts";

await testPack();
const pack = new Uint8Array(readFileSync(vinPackFile(testPackFolder)));

test("a truncated pack is refused with its reason", () => {
  // Every kilobyte of the header and directory, then lengths over the whole pack.
  expect(truncated(pack.slice(0, 64 * 1024), 1024)).toEqual([]);
  expect(truncated(pack, 257_231)).toEqual([]);
  expect(truncated(pack.slice(0, 40), 1)).toEqual([]);
});

test("a flipped bit in any section is reported", () => {
  expect(flipped(pack, 120, 20261122).filter((place) => !isPadding(pack, place))).toEqual([]);
  expect(flipped(pack, 60, 3, 16)).toEqual([]);
  expect(flipped(pack, 60, 5, 4096)).toEqual([]);
});
