import { Database } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockFile } from "../../src/base/program/file-lock.ts";

test("a directory that is removed while it is locked counts as taken", () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-lock-"));
  const run = Database.prototype.run;
  let removals = 0;
  const spy = spyOn(Database.prototype, "run").mockImplementation(function (this: Database, ...args) {
    if (args[0] === "begin exclusive") {
      removals += 1;
      rmSync(folder, { recursive: true });
    }
    return run.apply(this, args);
  });
  try {
    expect([lockFile(join(folder, "lock")), removals]).toEqual([undefined, 1]);
  } finally {
    spy.mockRestore();
  }
});
