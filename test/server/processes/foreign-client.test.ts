import { afterEach, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { lockHolders } from "../../../src/database/log/lock-holders.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { newFolder, startProcess } from "../../service-process.ts";
import { addUser } from "./added-user.ts";
import { operatorToken } from "./worker-service.ts";

const { folder, remove } = newFolder();
const file = `${folder}/vingate.db`;
afterEach(remove);

/** A program that is not ours reads the file and ends. */
async function readElsewhere(): Promise<void> {
  const script = `import { Database } from "bun:sqlite";
    const db = new Database(${JSON.stringify(file)});
    db.query("select count(*) from app_user").get();
    db.close();`;
  const client = Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "ignore", "inherit"] });
  expect(await client.exited).toBe(0);
}

test("another SQLite client takes nothing from a service that is killed", async () => {
  const service = await startProcess(folder, { VINGATE_OPERATOR_TOKEN: operatorToken }, "ready");
  const { ino } = statSync(`${file}-wal`);
  // No such list on other systems.
  if (process.platform === "linux") expect(lockHolders(file)).toEqual([service.pid]);
  await addUser(service, "before");
  await readElsewhere();
  expect(statSync(`${file}-wal`).ino).toBe(ino);
  await addUser(service, "after");
  service.signal("SIGKILL");
  await service.exited;
  const db = await openDatabase({ file });
  expect(await db.all(sql`select id from app_user where id in ('before', 'after') order by id`)).toEqual([
    { id: "after" },
    { id: "before" },
  ]);
  await db.close();
});
