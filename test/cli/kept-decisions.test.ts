import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eraseCommand } from "../../src/cli/erase.ts";
import { resumeCommand } from "../../src/cli/resume.ts";
import { rotateCommand } from "../../src/cli/rotate/rotate.ts";
import { databaseFile } from "../../src/database/integrity.ts";
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";
import { readEntries } from "../../src/decisions/entries.ts";
import { logIds } from "../../src/decisions/log-file.ts";
import { features } from "../../src/features.ts";
import { upgradeSchema } from "../../src/vehicles/imports/staging/record-tables.ts";
import { migrations } from "../database/migrations.ts";

test("a command keeps what it decides in a log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-command-"));
  try {
    const open = () => openDatabase({ file: databaseFile(folder) });
    const db = await open();
    await upgradeSchema(db, migrations);
    await db.run(sql`insert into access_token (digest, kind, created_at) values ('d', 'vgo', 1)`);
    await db.close();
    const decided = () =>
      logIds(join(folder, "decisions")).flatMap((id) =>
        readEntries(readFileSync(join(folder, "decisions", `${id}.log`), "utf8")).entries.flatMap(
          ({ content }) => ("decisions" in content ? content.decisions.map(({ kind }) => kind) : []),
        ),
      );
    const env = { VINGATE_DATA_DIR: folder };
    expect(await resumeCommand.run(["--show"], env, features)).toBe(0);
    expect(await eraseCommand.run(["--email", "ann@example.com", "--dry-run"], env, features)).toBe(0);
    expect(decided()).toEqual([]);
    expect(await eraseCommand.run(["--email", "ann@example.com"], env, features)).toBe(0);
    expect(decided()).toEqual(["records"]);
    const file = join(folder, "token");
    expect(await rotateCommand.run(["operator-token", "--file", file], env, features)).toBe(0);
    expect(await rotateCommand.run(["signing-key"], env, features)).toBe(0);
    expect(await rotateCommand.run(["signing-key", "--revoke"], env, features)).toBe(0);
    expect(decided().sort()).toEqual(["records", "signing-key", "token-expiry"]);
    const after = await open();
    const logs = await after.all<{ through: number }>(sql`select through from decision_log`);
    await after.close();
    // The database has the entry of each.
    expect(logs.map(({ through }) => through)).toEqual([1, 1, 1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
