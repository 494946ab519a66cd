import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readLog } from "../../../src/database/log/read-log.ts";
import { flip, frameBytes } from "../../database/log/killed-database.ts";
import { newFolder, startProcess } from "../../service-process.ts";
import { addUser } from "./added-user.ts";
import { operatorToken } from "./worker-service.ts";

const { folder, remove } = newFolder();
afterEach(remove);

test("a start keeps a log with a damaged frame, and logs it", async () => {
  const log = `${folder}/vingate.db-wal`;
  const settings = { VINGATE_OPERATOR_TOKEN: operatorToken };
  const service = await startProcess(folder, settings, "ready");
  await addUser(service, "before");
  const { length } = readFileSync(log);
  await addUser(service, "behind");
  service.signal("SIGKILL");
  await service.exited;
  flip(log, length - frameBytes + 100);
  const { salts, recovered, dropped } = readLog(log);
  expect(dropped).toBeGreaterThan(0);
  const broken = readFileSync(log);
  const next = await startProcess(folder, settings, "ready");
  next.signal("SIGKILL");
  await next.exited;
  const copy = `${log}.broken-${salts}`;
  const [event] = next.events("the log of the database was damaged, and commits behind the damage are lost");
  expect(event).toMatchObject({ copy, pages_read: recovered, pages_lost: dropped });
  expect(readFileSync(copy).equals(broken)).toBe(true);
});
