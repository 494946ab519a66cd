import { minuteMs } from "../base/durations.ts";
import { Semaphore } from "../base/semaphore.ts";
import { damageMet } from "./damage.ts";
import type { Database, Queries, TransactionOptions } from "./database.ts";
import { DatabaseUnavailable, StatementError } from "./errors.ts";
import { raw, type Sql } from "./sql.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { fromSqlite, isBusy } from "./sqlite-errors.ts";
import { statementText } from "./statement-text.ts";
import { type Session, Transactions } from "./transaction.ts";

/** Damage that was repaired and is met again is stored again. */
const damageAgainMs = minuteMs;

/**
 * SQLite as a `Database`: one connection writes, one call at a time; another one reads committed data. The
 * writer never waits inside SQLite, which would stop the whole process, but retries.
 */
export class SqliteDatabase implements Database {
  readonly dialect = "sqlite";
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #deadlineMs: number;
  readonly #closing: (() => void) | undefined;
  readonly #writeLock = new Semaphore(1);
  readonly #snapshotLock = new Semaphore(1);
  readonly #transactions = new Transactions();
  /** Since when the write lock is awaited, while another process has it. */
  #busySince: number | undefined;
  #closed = false;
  #damageMetAt = Number.NEGATIVE_INFINITY;

  /** `closing` is called before the connections close. */
  constructor(
    writer: SqliteConnection,
    reader: SqliteConnection,
    deadlineMs: number,
    closing: (() => void) | undefined,
  ) {
    this.#writer = writer;
    this.#reader = reader;
    this.#deadlineMs = deadlineMs;
    this.#closing = closing;
  }

  get silentMs(): number {
    return this.#busySince === undefined ? 0 : performance.now() - this.#busySince;
  }

  async all<T>(statement: Sql): Promise<T[]> {
    this.#check();
    if (this.#reads(statement)) return this.#translated(statement, () => this.#reader.all(statement)) as T[];
    return (await this.#write(statement, () => this.#writer.all(statement))) as T[];
  }

  async get<T>(statement: Sql): Promise<T | undefined> {
    this.#check();
    if (this.#reads(statement)) return this.#translated(statement, () => this.#reader.get(statement)) as T;
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
    const snapshot = options?.snapshot === true;
    const lock = snapshot ? this.#snapshotLock : this.#writeLock;
    await lock.acquire(deadlineMs, locked);
    try {
      return await this.#transactions.run(this.#session(snapshot, deadlineMs), work);
    } finally {
      lock.release();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#transactions.refuseInside();
    this.#closed = true;
    await this.#writeLock.acquire(this.#deadlineMs, locked).catch(() => undefined);
    this.#closing?.();
    this.#reader.close();
    this.#writer.close();
  }

  #check(): void {
    if (this.#closed) throw new DatabaseUnavailable("the database is closed");
    this.#transactions.refuseInside();
  }

  #reads(statement: Sql): boolean {
    return this.#translated(statement, () => this.#reader.reads(statement));
  }

  async #write<R>(statement: Sql, call: () => R): Promise<R> {
    if (!this.#writeLock.tryAcquire()) await this.#writeLock.acquire(this.#deadlineMs, locked);
    try {
      return await this.#whenFree(statement, call, this.#deadlineMs);
    } finally {
      this.#writeLock.release();
    }
  }

  /** Retries while another process has the write lock; nothing has happened then. */
  async #whenFree<R>(statement: Sql, call: () => R, waitMs: number): Promise<R> {
    const until = performance.now() + waitMs;
    try {
      for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 20)) {
        try {
          return call();
        } catch (error) {
          if (!isBusy(error) || performance.now() > until) throw this.#faultOf(error, statement);
          this.#busySince ??= performance.now();
          await Bun.sleep(pauseMs);
        }
      }
    } finally {
      this.#busySince = undefined;
    }
  }

  #translated<R>(statement: Sql, call: () => R): R {
    try {
      return call();
    } catch (error) {
      throw this.#faultOf(error, statement);
    }
  }

  /** Maps the driver's error. Damage is stored, so that health reports it before the next check finds it. */
  #faultOf(error: unknown, statement: Sql): unknown {
    const fault = fromSqlite(error, statementText(statement, "sqlite"));
    if (!(fault instanceof StatementError) || !/^SQLITE_(?:CORRUPT|NOTADB)/.test(fault.code)) return fault;
    const now = performance.now();
    if (now - this.#damageMetAt < damageAgainMs) return fault;
    this.#damageMetAt = now;
    const met = damageMet(fault.message);
    // After the transaction in which it was met. The damage may prevent it.
    this.#write(met, () => this.#writer.run(met)).catch(() => undefined);
    return fault;
  }

  #session(snapshot: boolean, deadlineMs: number): Session {
    const connection = snapshot ? this.#reader : this.#writer;
    const all = async <T>(statement: Sql) =>
      this.#translated(statement, () => connection.all(statement)) as T[];
    return {
      dialect: this.dialect,
      all,
      get: async <T>(statement: Sql) => (await all<T>(statement))[0],
      run: async (statement) => this.#translated(statement, () => connection.run(statement)),
      begin: () => {
        const begin = snapshot ? "begin" : "begin immediate";
        return this.#whenFree(raw(begin), () => connection.exec(begin), deadlineMs);
      },
      commit: async () => this.#translated(raw("commit"), () => connection.exec("commit")),
      rollback: async () => {
        // A full disk or a failed write has already rolled back.
        if (connection.inTransaction) connection.exec("rollback");
      },
    };
  }
}

const locked = () => new DatabaseUnavailable("another transaction is writing");
