import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Queries } from "../database/database.ts";
import type { Sql } from "../database/sql.ts";
import { createLog } from "./log-file.ts";
import { OpenLog } from "./open-log.ts";

test("what is committed while entries are summed up is summed up later", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-open-log-"));
  const log = OpenLog.open(createLog(folder), { place: "here", isCopied: false, entries: [] });
  const sums: unknown[] = [];
  let during: () => Promise<void> = async () => undefined;
  const db: Queries = {
    dialect: "sqlite",
    all: async () => [],
    get: async () => undefined,
    async run({ parts, values }: Sql) {
      if (!parts[0]!.includes("update decision_log")) return 1;
      sums.push(values.at(-1));
      await during();
      return 1;
    },
  };
  const commit = async () => {
    const act = log.lastAct(1, { decisions: [{ kind: "key", data: {} }], hasFree: false }, () => new Error());
    await act.before(db);
    await act.after("committed");
  };
  try {
    await commit();
    during = commit;
    await log.fold(db);
    during = async () => undefined;
    await log.fold(db);
    expect(sums).toEqual([1, 1]);
  } finally {
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
