import type { Database } from "../database/database.ts";
import { DatabaseUnavailable } from "../database/errors.ts";

const silentMs = 600;
const lookMs = 100;
// After a pause of the whole process its timers come before the database's answer.
const looks = 3;

/**
 * The outcome of work with the database. Throws `DatabaseUnavailable` within a second if the database has stopped
 * answering; the work may then still take effect.
 */
export async function unlessSilent<T>(database: Pick<Database, "silentMs">, work: Promise<T>): Promise<T> {
  const silent = Promise.withResolvers<never>();
  let seen = 0;
  const timer = setInterval(() => {
    seen = database.silentMs > silentMs ? seen + 1 : 0;
    if (seen === looks) silent.reject(new DatabaseUnavailable("the database has stopped answering"));
  }, lookMs);
  try {
    return await Promise.race([work, silent.promise]);
  } finally {
    clearInterval(timer);
    // Work that fails later has no other handler.
    work.catch(() => undefined);
  }
}
