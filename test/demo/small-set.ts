import { mkdirSync } from "node:fs";
import { writeSet } from "../../tools/demo/write-set.ts";
import { testStart } from "../harness.ts";
import { madeOnce } from "../run-folder.ts";
import { testPack } from "../vin/shared-pack.ts";

const date = new Date(testStart);

/** The month in which the tests' clock starts: a set that ends there is loaded without a shift. */
export const testMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);

/** The folder of a set smaller than the shipped one. */
export function smallSet(vehicles: number, seed = 1): Promise<string> {
  return madeOnce(`demo-set-${vehicles}-${seed}`, async (folder) => {
    mkdirSync(folder);
    await writeSet(await testPack(), { folder, vehicles, seed, until: testMonth, level: 1 });
  });
}
