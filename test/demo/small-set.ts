import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSet } from "../../tools/demo/write-set.ts";
import { testStart } from "../harness.ts";
import { testPack } from "../vin/shared-pack.ts";

const date = new Date(testStart);

/** The month in which the tests' clock starts: a set that ends there is loaded without a shift. */
export const testMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);

/** Writes a set smaller than the shipped one; its folder is removed when the process ends. */
export async function smallSet(vehicles: number, seed = 1): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-demo-set-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await writeSet(await testPack(), { folder, vehicles, seed, until: testMonth, level: 1 });
  return folder;
}
