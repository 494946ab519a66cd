import { expect, test } from "bun:test";
import { testPackFolder } from "../../../../test/vin/shared-pack.ts";
import { openVinPack } from "./vin-pack.ts";

test("a whole pack is used as it is", async () => {
  await openVinPack(testPackFolder);
  let steps = 0;
  const pack = await openVinPack(testPackFolder, { progress: () => steps++ });
  expect([steps, pack.meta.source, pack.meta.manufacturers]).toEqual([0, "vpic-packaged", 12767]);
}, 120_000);
