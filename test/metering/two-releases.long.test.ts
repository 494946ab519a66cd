import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";
import { journalsFolder } from "../../src/metering/journal/journal-directory.ts";
import { newFolder, type ServiceProcess, startProcess } from "../service-process.ts";
import { addCustomers } from "../torture/customers.ts";
import { operate, operatorToken } from "../torture/installation.ts";
import { checkOut, releaseMissing } from "../torture/release.ts";
import { until } from "../until.ts";
import { placeTestPack } from "../vin/shared-pack.ts";
import { consistencyFindings } from "./consistency-findings.ts";

const missing = releaseMissing("0.3.0");
if (missing !== undefined) console.warn(`two releases are not run on one folder: ${missing}`);

const settings = { VINGATE_OPERATOR_TOKEN: operatorToken, VINGATE_JOURNAL_SYNC: "interval" };
const callsEach = 40;

async function call({ url }: ServiceProcess, key: string): Promise<string[]> {
  const ids = Array.from({ length: callsEach }, () => crypto.randomUUID());
  for (const id of ids) {
    const headers = { "x-AuthKey": key, "x-request-id": id };
    const answer = await fetch(`${url}/vin-decoder/1HGCM82633A004352`, { headers });
    await answer.text();
    expect(answer.status).toBe(200);
  }
  return ids;
}

test.skipIf(missing !== undefined)(
  "in one folder the former release applies this one's journals, and this one the former's",
  async () => {
    const { folder, remove } = newFolder();
    const release = await checkOut("0.3.0");
    const command = [process.execPath, release.program, "serve"];
    const startFormer = () => startProcess(folder, settings, "ready", { command, pack: false });
    const running: ServiceProcess[] = [];
    const end = async (service: ServiceProcess) => {
      service.signal("SIGKILL");
      await service.exited;
    };
    try {
      const former = await startFormer();
      running.push(former);
      const toPort = <T>(method: string, path: string, body?: object) =>
        operate<T>(former.port, method, path, body);
      const [customer] = await addCustomers({ operate: toPort }, 10_000);
      const { key } = customer!;
      // It upgrades the database under the former process, which goes on.
      await placeTestPack(folder);
      const present = await startProcess(folder, settings, "ready");
      running.push(present);
      const sent = await call(present, key);
      await end(present);
      const db = await openDatabase({ file: join(folder, "vingate.db"), synchronous: "normal" });
      const rows = async () => {
        const all = await db.all<{ id: string }>(sql`select request_id as id from request_log`);
        return all.map(({ id }) => id).sort();
      };
      const applied = (what: string) =>
        until(
          async () => (await rows()).length >= sent.length,
          `the calls of the ${what} are applied`,
          120_000,
        );
      await applied("present process by the former one");
      expect(await rows()).toEqual(sent.sort());
      sent.push(...(await call(former, key)));
      await end(former);
      // Started again it would find a later database, so it touches nothing.
      const names = () => readdirSync(journalsFolder(folder), { recursive: true }).sort();
      const before = names();
      await expect(startFormer()).rejects.toThrow("the database is newer than this program");
      expect(names()).toEqual(before);
      running.push(await startProcess(folder, settings, "ready"));
      await applied("former process by the present one");
      expect(await rows()).toEqual(sent.sort());
      expect(await consistencyFindings(db)).toEqual([]);
      await db.close();
    } finally {
      for (const service of running) await end(service);
      release.remove();
      remove();
    }
  },
  600_000,
);
