import { afterEach, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { newFolder, type ServiceProcess, startProcess } from "../../service-process.ts";
import { operatorToken } from "./worker-service.ts";

const { folder, remove } = newFolder();
const file = `${folder}/vingate.db`;
afterEach(remove);

/** Bytes of the database's file that each of its clients locks. */
const sharedLock = /1073741826 1073742335$/;

/** The processes that hold SQLite's lock on a file. */
function lockers(path: string): number[] {
  const { ino } = statSync(path);
  return readFileSync("/proc/locks", "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => sharedLock.test(line) && line.includes(`:${ino} `))
    .map((line) => Number(line.trim().split(/\s+/)[4]));
}

/** A program that is not ours reads the file and ends. */
async function readElsewhere(): Promise<void> {
  const script = `import { Database } from "bun:sqlite";
    const db = new Database(${JSON.stringify(file)});
    db.query("select count(*) from app_user").get();
    db.close();`;
  const client = Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "ignore", "inherit"] });
  expect(await client.exited).toBe(0);
}

async function addUser({ url }: ServiceProcess, name: string): Promise<void> {
  const answer = await fetch(`${url}/users/${name}`, {
    method: "PUT",
    headers: { authorization: operatorToken, "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.com`, first_name: name, last_name: "Byron" }),
  });
  expect(answer.status).toBe(200);
}

test("another SQLite client takes nothing from a service that is killed", async () => {
  const service = await startProcess(folder, { VINGATE_OPERATOR_TOKEN: operatorToken }, "ready");
  const { ino } = statSync(`${file}-wal`);
  // No such list on other systems.
  if (process.platform === "linux") expect(lockers(file)).toEqual([service.pid]);
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
