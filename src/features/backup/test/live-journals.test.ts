import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, kinds, startService } from "../../../../test/harness.ts";
import { goodVin, subscribers } from "../../../../test/subscribers.ts";
import { createLog } from "../../../base/log.ts";
import { loadConfig } from "../../../config.ts";
import { openDatabase } from "../../../database/open.ts";
import { sql } from "../../../database/sql.ts";
import { features } from "../../../features.ts";
import { restoreBackup } from "../restore-backup.ts";
import { writeBackup } from "../write-backup.ts";

test("a backup contains every call that was answered before it began", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-live-"));
  const service = await startService(kinds[0]!);
  const account = await subscribers(service).subscribe({});
  const headers = { "x-AuthKey": account.key };
  const call = () => ask(service.serve, "GET", `/vin-decoder/${goodVin}`, { headers });
  await call();
  await service.app.metering.flush();
  // The calls are in the journal alone: nothing has applied them since.
  for (let calls = 0; calls < 10; calls++) expect((await call()).status).toBe(200);
  const file = join(folder, "backup");
  const log = createLog(Date.now, () => undefined);
  await writeBackup({ db: service.app.database, config: service.app.config, file, log });
  const config = loadConfig({ VINGATE_DATA_DIR: join(folder, "restored") }, features);
  await restoreBackup({ config, file });
  const restored = await openDatabase({ url: undefined, file: join(config.dataDir, "vingate.db") });
  const row = await restored.get(sql`
    select used from credit_total where subscription_id = ${account.subscriptionId}`);
  expect(row).toEqual({ used: 11 });
  await restored.close();
  await service.end();
  rmSync(folder, { recursive: true, force: true });
}, 180_000);
