import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const version = "3.4.0";

/** The module of the engine; undefined where `src/features/clickhouse/test/install.sh` has not installed it. */
export function findLibrary(): string | undefined {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const folder = process.env.VINGATE_TEST_CLICKHOUSE ?? join(cache, "vingate", `clickhouse-${version}`);
  const module = join(folder, "node_modules", "chdb", "index.js");
  return existsSync(module) ? module : undefined;
}
