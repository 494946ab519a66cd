import type { Database } from "../src/database/database.ts";
import { DatabaseUnavailable } from "../src/database/errors.ts";

/** A database that can stop answering, as a frozen server does, or refuse everything. */
export interface Freezable extends Database {
  freeze(): void;
  refuse(): void;
  /** Answers everything that waits, and what comes. */
  thaw(): void;
}

export function freezable(db: Database): Freezable {
  let thawed: PromiseWithResolvers<void> | undefined;
  let refusing = false;
  const whenThawed = async <T>(work: () => Promise<T>): Promise<T> => {
    if (refusing) throw new DatabaseUnavailable("refused by the test");
    await thawed?.promise;
    return work();
  };
  return {
    dialect: db.dialect,
    silentMs: db.silentMs,
    all: (statement) => whenThawed(() => db.all(statement)),
    get: (statement) => whenThawed(() => db.get(statement)),
    run: (statement) => whenThawed(() => db.run(statement)),
    transaction: (work, options) => whenThawed(() => db.transaction(work, options)),
    close: () => db.close(),
    freeze() {
      thawed = Promise.withResolvers();
    },
    refuse() {
      refusing = true;
    },
    thaw() {
      refusing = false;
      thawed?.resolve();
      thawed = undefined;
    },
  };
}
