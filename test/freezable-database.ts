import type { Database } from "../src/database/database.ts";

/** A database that can stop answering, as a frozen server does. */
export interface Freezable extends Database {
  freeze(): void;
  /** Answers everything that waits. */
  thaw(): void;
}

export function freezable(db: Database): Freezable {
  let thawed: PromiseWithResolvers<void> | undefined;
  const whenThawed = async <T>(work: () => Promise<T>): Promise<T> => {
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
    thaw() {
      thawed?.resolve();
      thawed = undefined;
    },
  };
}
