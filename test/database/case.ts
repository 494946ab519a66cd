import type { Database } from "../../src/database/database.ts";
import { typesOf } from "../../src/database/migration.ts";
import { raw } from "../../src/database/sql.ts";
import type { Fresh } from "./databases.ts";

/** A test case for both databases. */
export interface Case {
  readonly name: string;
  /** The database is empty, and closed afterwards. */
  run(fresh: Fresh): Promise<void>;
}

/** Opens a database with an empty table that most cases use. */
export async function withThings(fresh: Fresh): Promise<Database> {
  const db = await fresh.open();
  const { integer, real, text, blob, strict } = typesOf[db.dialect];
  await db.run(
    raw(`create table thing (
      id ${integer} primary key, name ${text}, kind ${text}, n ${integer} not null default 0,
      ratio ${real}, bytes ${blob}, unique (name, kind)) ${strict}`),
  );
  return db;
}

/** A promise that its owner resolves. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** The error that the promise rejects with; fails if it resolves. */
export async function thrown<E extends Error>(promise: Promise<unknown>): Promise<E> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: E) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error(`resolved to ${JSON.stringify(outcome.value)} in place of an error`);
}
