import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, LogWriter, readLog } from "./log-file.ts";

test("an entry names the last one that the disk had before its group", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-log-"));
  try {
    const file = createLog(folder);
    const writer = LogWriter.open(file);
    // The second and the third come during the first one's sync.
    await Promise.all([1, 2, 3].map((confirmed) => writer.append({ confirmed })));
    await writer.append({ confirmed: 4 });
    await writer.close();
    expect(readLog(file).map(({ number, content, synced }) => [number, content, synced])).toEqual([
      [1, { confirmed: 1 }, 0],
      [2, { confirmed: 2 }, 1],
      [3, { confirmed: 3 }, undefined],
      [4, { confirmed: 4 }, 3],
    ]);
    file.lock.release();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
