import { copyFileSync } from "node:fs";
import { vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import type { Kind } from "../test/database/databases.ts";
import { newFolder, type ServiceProcess, startProcess } from "../test/service-process.ts";
import { testPack, testPackFolder } from "../test/vin/shared-pack.ts";

/** A service that answers, in a folder and on a database of its own. */
export interface ImportService extends AsyncDisposable {
  readonly service: ServiceProcess;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts it with these settings. */
export async function startImportService(
  kind: Kind,
  more: Readonly<Record<string, string>>,
): Promise<ImportService> {
  const { folder, remove } = newFolder();
  const fresh = await kind.fresh();
  const { url } = fresh.options;
  await testPack();
  copyFileSync(vinPackFile(testPackFolder), vinPackFile(folder));
  const settings = {
    ...more,
    ...(url !== undefined && { VINGATE_DATABASE_URL: url, VINGATE_MASTER_KEY: "ab".repeat(32) }),
  };
  const service = await startProcess(folder, settings, "ready");
  return {
    service,
    folder,
    settings,
    async [Symbol.asyncDispose]() {
      service.signal("SIGTERM");
      await service.exited;
      await fresh.end();
      remove();
    },
  };
}
