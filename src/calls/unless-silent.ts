import type { Database } from "../database/database.ts";
import { DatabaseUnavailable } from "../database/errors.ts";

const silentMs = 600;
const lookMs = 100;
// After a pause of the whole process its timers come before the database's answer.
const looks = 3;

/**
 * The outcome of work with the database, or `DatabaseUnavailable` within a second where the database has stopped
 * answering; what was begun may then still happen.
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
    // Nobody hears of it where the work ends later, and fails.
    work.catch(() => undefined);
  }
}
