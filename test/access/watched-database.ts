import type { Database } from "../../src/database/database.ts";
import { DatabaseUnavailable } from "../../src/database/errors.ts";

/** A database that counts its statements, can be made to fail, and to wait before it answers. */
export function watched(database: Database) {
  const seen = { statements: 0, away: false, hold: undefined as Promise<void> | undefined };
  const through =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      seen.statements += 1;
      const { hold } = seen;
      if (seen.away) throw new DatabaseUnavailable("away");
      const answer = await work(...args);
      await hold;
      return answer;
    };
  const database2: Database = {
    dialect: database.dialect,
    silentMs: 0,
    all: through(database.all.bind(database)) as Database["all"],
    get: through(database.get.bind(database)) as Database["get"],
    run: through(database.run.bind(database)),
    transaction: database.transaction.bind(database),
    close: async () => {},
  };
  return { database: database2, seen };
}
