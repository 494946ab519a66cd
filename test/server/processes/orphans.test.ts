import { afterEach, expect, test } from "bun:test";
import { announceSuccessor, awaitSuccessor, dismissOrphans } from "../../../src/server/processes/orphans.ts";
import { newFolder } from "../../service-process.ts";

const { folder, remove } = newFolder();
const place = { dataDir: folder, port: 18080 };
afterEach(remove);

test("orphans wait for a start in progress, but for no other", async () => {
  expect(await awaitSuccessor(place, 0)).toBe(false);
  announceSuccessor(place);
  const waiting = awaitSuccessor(place, 0);
  expect(await Promise.race([waiting, Bun.sleep(0)])).toBeUndefined();
  dismissOrphans(place);
  expect(await waiting).toBe(true);
});
