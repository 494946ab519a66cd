import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { newFolder, type ServiceProcess, spawnProcess, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { addUser } from "./added-user.ts";
import { operatorToken } from "./worker-service.ts";

let folder: string;
let remove: () => void;
let file: string;
const started: ServiceProcess[] = [];
async function start(workers: number): Promise<ServiceProcess> {
  const settings = { VINGATE_OPERATOR_TOKEN: operatorToken, VINGATE_WORKERS: String(workers) };
  const service = await startProcess(folder, settings, "ready");
  started.push(service);
  return service;
}

async function users(path: string): Promise<unknown[]> {
  const db = await openDatabase({ file: path });
  const rows = await db.all(sql`select id from app_user where id in ('early', 'late') order by id`);
  await db.close();
  return rows;
}

const digest = () => Bun.hash(readFileSync(file)).toString(16);
const databaseFiles = () =>
  readdirSync(folder)
    .filter((name) => name.startsWith("vingate.db"))
    .sort();

/** Tests what a service of so many workers does when its log is deleted. */
export function testDeletedLog(workers: number): void {
  // Here, for each file that calls it: hooks of a module belong to the first one that imports it.
  beforeEach(() => {
    ({ folder, remove } = newFolder());
    file = `${folder}/vingate.db`;
  });
  afterEach(async () => {
    for (const service of started.splice(0)) {
      service.signal("SIGKILL");
      await service.exited;
    }
    remove();
  });
  test(`${workers} workers copy what they see when their log is deleted`, async () => {
    const service = await start(workers);
    await addUser(service, "early");
    const before = digest();
    for (const end of ["-wal", "-shm"]) rmSync(file + end);
    let code: number | null | undefined;
    void service.exited.then((ended) => {
      code = ended;
    });
    expect(await until(() => code, "the service ends")).toBe(1);
    expect(digest()).toBe(before);
    expect(databaseFiles()).toEqual(["vingate.db", "vingate.db.rescued"]);
    const choice =
      `${file} or its log was replaced while a service ran. ${file}.rescued has what the service saw, ${file} what other programs see. ` +
      `Choose one. To continue with what the service saw, run mv "${file}" "${file}.other"; mv "${file}-wal" "${file}-wal.other"; ` +
      `mv "${file}-shm" "${file}-shm.other"; mv "${file}.rescued" "${file}". ` +
      `To continue with the other, run mv "${file}.rescued" "${file}.rescued.unused"`;
    expect(service.events("the files of the database were replaced; the service ends").at(-1)?.choice).toBe(
      choice,
    );
    const refused = spawnProcess(folder, { VINGATE_WORKERS: String(workers) });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain(choice);
    renameSync(file, `${file}.other`);
    renameSync(`${file}.rescued`, file);
    expect(await users(file)).toEqual([{ id: "early" }]);
    await addUser(await start(workers), "late");
    expect(existsSync(`${file}-wal`)).toBe(true);
  });
}
