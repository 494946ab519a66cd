import { Semaphore } from "../base/semaphore.ts";
import type { Database, Queries, TransactionOptions } from "./database.ts";
import { DatabaseUnavailable } from "./errors.ts";
import { raw, type Sql } from "./sql.ts";
import { type SqliteConnection, translated } from "./sqlite-connection.ts";
import { fromSqlite, isBusy } from "./sqlite-errors.ts";
import { statementText } from "./statement-text.ts";
import { type Session, Transactions } from "./transaction.ts";

/**
 * SQLite behind the interface: one connection writes, in turns; another reads what is committed.
 * The writer never waits inside SQLite, which would stop the whole process: it asks again.
 */
export class SqliteDatabase implements Database {
  readonly dialect = "sqlite";
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #deadlineMs: number;
  readonly #turn = new Semaphore(1);
  readonly #transactions = new Transactions();
  readonly #lock: Lock = { busySince: undefined };
  #closed = false;

  constructor(writer: SqliteConnection, reader: SqliteConnection, deadlineMs: number) {
    this.#writer = writer;
    this.#reader = reader;
    this.#deadlineMs = deadlineMs;
  }

  get silentMs(): number {
    const { busySince } = this.#lock;
    return busySince === undefined ? 0 : performance.now() - busySince;
  }

  async all<T>(statement: Sql): Promise<T[]> {
    this.#check();
    if (this.#reads(statement)) return translated(statement, () => this.#reader.all(statement)) as T[];
    return (await this.#write(statement, () => this.#writer.all(statement))) as T[];
  }

  async get<T>(statement: Sql): Promise<T | undefined> {
    this.#check();
    if (this.#reads(statement)) return translated(statement, () => this.#reader.get(statement)) as T;
    // `get` of the driver stops after a row, and an error of the commit that follows would be lost.
    return (await this.#write(statement, () => this.#writer.all(statement)))[0] as T;
  }

  async run(statement: Sql): Promise<number> {
    this.#check();
    return this.#write(statement, () => this.#writer.run(statement));
  }

  async transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T> {
    this.#check();
    const deadlineMs = options?.deadlineMs ?? this.#deadlineMs;
    await this.#turn.acquire(deadlineMs, taken);
    try {
      return await this.#transactions.run(this.#session(deadlineMs), work);
    } finally {
      this.#turn.release();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#transactions.refuseInside();
    this.#closed = true;
    await this.#turn.acquire(this.#deadlineMs, taken).catch(() => undefined);
    this.#reader.close();
    this.#writer.close();
  }

  #check(): void {
    if (this.#closed) throw new DatabaseUnavailable("the database is closed");
    this.#transactions.refuseInside();
  }

  #reads(statement: Sql): boolean {
    return translated(statement, () => this.#reader.reads(statement));
  }

  async #write<R>(statement: Sql, call: () => R): Promise<R> {
    if (!this.#turn.tryAcquire()) await this.#turn.acquire(this.#deadlineMs, taken);
    try {
      return await whenFree(this.#lock, statement, call, this.#deadlineMs);
    } finally {
      this.#turn.release();
    }
  }

  #session(deadlineMs: number): Session {
    const writer = this.#writer;
    const end = (text: string) => translated(raw(text), () => writer.exec(text));
    return {
      dialect: this.dialect,
      all: async <T>(statement: Sql) => translated(statement, () => writer.all(statement)) as T[],
      get: async <T>(statement: Sql) => translated(statement, () => writer.all(statement))[0] as T,
      run: async (statement) => translated(statement, () => writer.run(statement)),
      begin: () =>
        whenFree(this.#lock, raw("begin immediate"), () => writer.exec("begin immediate"), deadlineMs),
      commit: async () => end("commit"),
      rollback: async () => {
        // A full disk or a failed write has already rolled back.
        if (writer.inTransaction) writer.exec("rollback");
      },
    };
  }
}

const taken = () => new DatabaseUnavailable("another transaction is writing");

/** The write lock, where another process has it: since when it is waited for. */
interface Lock {
  busySince: number | undefined;
}

/** Another process may hold the write lock: nothing has happened then, and the call is made again. */
async function whenFree<R>(lock: Lock, statement: Sql, call: () => R, waitMs: number): Promise<R> {
  const until = performance.now() + waitMs;
  try {
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 20)) {
      try {
        return call();
      } catch (error) {
        if (!isBusy(error) || performance.now() > until)
          throw fromSqlite(error, statementText(statement, "sqlite"));
        lock.busySince ??= performance.now();
        await Bun.sleep(pauseMs);
      }
    }
  } finally {
    lock.busySince = undefined;
  }
}
