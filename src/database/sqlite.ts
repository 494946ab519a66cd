import { Semaphore } from "../base/semaphore.ts";
import type { Database, Queries, TransactionOptions } from "./database.ts";
import { DatabaseUnavailable } from "./errors.ts";
import { raw, type Sql } from "./sql.ts";
import { type SqliteConnection, translated } from "./sqlite-connection.ts";
import { fromSqlite, isBusy } from "./sqlite-errors.ts";
import { statementText } from "./statement-text.ts";
import { type Session, Transactions } from "./transaction.ts";

/**
 * SQLite as a `Database`: one connection writes, one call at a time; another one reads committed data. The
 * writer never waits inside SQLite, which would stop the whole process, but retries.
 */
export class SqliteDatabase implements Database {
  readonly dialect = "sqlite";
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #deadlineMs: number;
  readonly #writeLock = new Semaphore(1);
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
    // The driver's `get` stops after a row, and an error of the commit after it would be lost.
    return (await this.#write(statement, () => this.#writer.all(statement)))[0] as T;
  }

  async run(statement: Sql): Promise<number> {
    this.#check();
    return this.#write(statement, () => this.#writer.run(statement));
  }

  async transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T> {
    this.#check();
    const deadlineMs = options?.deadlineMs ?? this.#deadlineMs;
    await this.#writeLock.acquire(deadlineMs, locked);
    try {
      return await this.#transactions.run(this.#session(deadlineMs), work);
    } finally {
      this.#writeLock.release();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#transactions.refuseInside();
    this.#closed = true;
    await this.#writeLock.acquire(this.#deadlineMs, locked).catch(() => undefined);
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
    if (!this.#writeLock.tryAcquire()) await this.#writeLock.acquire(this.#deadlineMs, locked);
    try {
      return await whenFree(this.#lock, statement, call, this.#deadlineMs);
    } finally {
      this.#writeLock.release();
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

const locked = () => new DatabaseUnavailable("another transaction is writing");

/** Since when the write lock is awaited, while another process has it. */
interface Lock {
  busySince: number | undefined;
}

/** Retries while another process has the write lock; nothing has happened then. */
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
