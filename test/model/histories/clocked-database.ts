import { clockText } from "../../../src/database/clock.ts";
import type { Database, Queries } from "../../../src/database/database.ts";
import { Sql } from "../../../src/database/sql.ts";
import { standFor } from "../../../src/database/transaction.ts";

/** A database whose statements read the time of a test, in milliseconds UTC, in place of the database's clock. */
export function clocked(db: Database, now: () => number): Database {
  const clock = clockText[db.dialect];
  const known = new WeakMap<readonly string[], Map<number, readonly string[]>>();
  const at = (statement: Sql): Sql => {
    const { parts, values } = statement;
    if (!parts.some((part) => part.includes(clock))) return statement;
    const own = known.get(parts) ?? new Map<number, readonly string[]>();
    known.set(parts, own);
    const time = now();
    const replaced = own.get(time) ?? parts.map((part) => part.replaceAll(clock, `cast(${time} as bigint)`));
    own.set(time, replaced);
    return new Sql(replaced, values);
  };
  const wrap = (queries: Queries): Queries => ({
    dialect: queries.dialect,
    all: (statement) => queries.all(at(statement)),
    get: (statement) => queries.get(at(statement)),
    run: (statement) => queries.run(at(statement)),
  });
  return {
    ...wrap(db),
    silentMs: 0,
    transaction: (work, options) => db.transaction((tx) => work(standFor(tx, wrap(tx))), options),
    close: () => db.close(),
  };
}
