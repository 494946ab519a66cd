import { errorFields, type Log } from "../../base/log.ts";
import type { Database } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";

/** A fail-over takes seconds; a wrong address lasts, and must be reported. */
const waitMs = 30_000;
const pauseMs = 500;

/** Repeats work that PostgreSQL cannot do now, for half a minute. It must be such that it can be repeated. */
export async function whenReachable<T>(
  { dialect }: Pick<Database, "dialect">,
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + waitMs;
  for (let logged = false; ; logged = true) {
    try {
      return await work();
    } catch (error) {
      if (dialect === "sqlite" || !(error instanceof DatabaseUnavailable) || performance.now() > end)
        throw error;
      if (!logged) log.warn("waiting for the database", errorFields(error));
      await Bun.sleep(pauseMs);
    }
  }
}
