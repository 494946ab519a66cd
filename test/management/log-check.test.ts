import { afterAll, expect, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { keepBrokenLog } from "../../src/database/log/broken-logs.ts";
import { readLog } from "../../src/database/log/read-log.ts";
import { fault, ok, warning } from "../../src/running/check.ts";
import { flip, inFrame, killedDatabase } from "../database/log/killed-database.ts";
import { newFolder } from "../service-process.ts";
import { find, inspected } from "./checked.ts";

const { folder, remove } = newFolder();
afterAll(remove);

const checked = () => find("database log", inspected({ VINGATE_DATA_DIR: folder }));

test("the doctor names copies of a log and of a database", async () => {
  const file = `${folder}/vingate.db`;
  expect(await checked()).toEqual(ok("Nothing was lost from it"));
  const killed = killedDatabase(folder);
  for (const end of ["", "-wal"]) renameSync(killed + end, file + end);
  flip(`${file}-wal`, inFrame(20, 100));
  keepBrokenLog(file);
  const copy = `${file}-wal.broken-${readLog(`${file}-wal`).salts}`;
  expect(await checked()).toEqual(
    warning(
      `It was damaged, and SQLite did not read the commits behind the damage. ${copy} is its copy`,
      "Compare the last changes with a backup and with the payment provider, then move the copy elsewhere. Check the disk.",
    ),
  );
  writeFileSync(`${file}.rescued.partial`, "");
  expect(await checked()).toEqual(
    fault(
      `the copy ${file}.rescued.partial has not ended: wait while a service writes it; if none does, delete it`,
      "Do so, then start the service.",
    ),
  );
  rmSync(`${file}.rescued.partial`);
  writeFileSync(`${file}.rescued`, "");
  const { found, state } = await checked();
  expect([state, found]).toEqual(["fault", expect.stringContaining(`Choose one.`)]);
});
