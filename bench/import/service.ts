import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { FirstRun } from "../../src/management/system/first-run.ts";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { testPack, testPackFolder } from "../../test/vin/shared-pack.ts";
import type { Kind } from "../common/databases.ts";
import { inFolder } from "../common/folder.ts";
import { type Service, startService } from "../common/service.ts";

export interface ImportService extends Service {
  readonly firstRun: FirstRun;
  /** The environment of the service, for a command line on the same database. */
  readonly env: Readonly<Record<string, string>>;
}

/** Gives `work` a service in a folder and on a database of its own. */
export async function withImportService<T>(
  kind: Kind,
  more: Readonly<Record<string, string>>,
  work: (service: ImportService) => Promise<T>,
): Promise<T> {
  const fresh = await kind.fresh();
  try {
    return await inFolder(async (folder) => {
      const { url } = fresh.options;
      // A compile would raise the service's peak memory.
      await testPack();
      copyFileSync(vinPackFile(testPackFolder), vinPackFile(folder));
      const settings = {
        ...more,
        ...(url && { VINGATE_DATABASE_URL: url, VINGATE_MASTER_KEY: "ab".repeat(32) }),
      };
      const service = await startService(folder, folder, { side: "any", settings });
      const firstRun: FirstRun = await Bun.file(join(folder, "first-run.json")).json();
      return work({ ...service, firstRun, env: { VINGATE_DATA_DIR: folder, ...settings } });
    });
  } finally {
    await fresh.end();
  }
}
