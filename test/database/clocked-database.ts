import { clockText } from "../../src/database/clock.ts";
import type { Database, Queries } from "../../src/database/database.ts";
import { Sql, sql } from "../../src/database/sql.ts";
import { standFor } from "../../src/database/transaction.ts";

/** A database whose time a test sets, for all that read it in statements. */
export interface Clocked extends Database {
  /** Milliseconds UTC. Connections to the same database share it. */
  setTime(now: number): Promise<void>;
}

const texts = new WeakMap<readonly string[], readonly string[]>();

/** Always the same array for a text: a database recognizes a statement by it. */
function clockedText(parts: readonly string[], clock: string): readonly string[] {
  let text = texts.get(parts);
  if (!text) {
    text = parts.map((part) => part.replaceAll(clock, "(select ms from test_clock)"));
    texts.set(parts, text);
  }
  return text;
}

/** Wraps a database; the first one of several connections makes the clock. */
export async function clocked(db: Database, now?: number): Promise<Clocked> {
  if (now !== undefined) {
    await db.run(sql`create table test_clock (ms bigint not null)`);
    await db.run(sql`insert into test_clock (ms) values (${now})`);
  }
  const clock = clockText[db.dialect];
  const set = ({ parts, values }: Sql) => new Sql(clockedText(parts, clock), values);
  const wrap = (queries: Queries): Queries => ({
    dialect: queries.dialect,
    all: (statement) => queries.all(set(statement)),
    get: (statement) => queries.get(set(statement)),
    run: (statement) => queries.run(set(statement)),
  });
  return {
    ...wrap(db),
    get silentMs() {
      return db.silentMs;
    },
    transaction: (work, options) => db.transaction((tx) => work(standFor(tx, wrap(tx))), options),
    close: () => db.close(),
    async setTime(ms) {
      await db.run(sql`update test_clock set ms = ${ms}`);
    },
  };
}
