import { Semaphore } from "../base/semaphore.ts";
import type { Database, Queries, TransactionOptions } from "./database.ts";
import { DatabaseUnavailable, TransactionConflict } from "./errors.ts";
import { type PostgresOptions, PostgresPool, type Result } from "./postgres-pool.ts";
import { PostgresQueries } from "./postgres-queries.ts";
import { PostgresSession } from "./postgres-session.ts";
import type { Sql } from "./sql.ts";
import { Transactions } from "./transaction.ts";

/**
 * A deadlock needs two transactions to meet again; with the pauses below that does not happen five times by
 * chance.
 */
const attemptsMax = 5;

const allTaken = () => new DatabaseUnavailable("every connection is used by a transaction");

/** PostgreSQL as a `Database`. */
export class PostgresDatabase extends PostgresQueries implements Database {
  readonly #deadlineMs: number;
  readonly #pool: PostgresPool;
  readonly #permits: Semaphore;
  readonly #transactions = new Transactions();
  #closed = false;

  constructor(options: PostgresOptions) {
    super();
    this.#deadlineMs = options.deadlineMs;
    this.#pool = new PostgresPool(options);
    // One connection is left for single statements, which would otherwise wait for a transaction's end.
    this.#permits = new Semaphore(options.connectionsMax - 1);
  }

  get silentMs(): number {
    return this.#pool.silentMs;
  }

  async transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      this.#check();
      try {
        return await this.#once(work, options?.deadlineMs ?? this.#deadlineMs, options?.snapshot);
      } catch (error) {
        const again = options?.repeatable && error instanceof TransactionConflict && attempt < attemptsMax;
        if (!again) throw error;
        await Bun.sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#transactions.refuseInside();
    this.#closed = true;
    await this.#pool.close();
  }

  async #once<T>(
    work: (tx: Queries) => Promise<T>,
    deadlineMs: number,
    snapshot: boolean | undefined,
  ): Promise<T> {
    await this.#permits.acquire(deadlineMs, allTaken);
    try {
      const connection = await this.#pool.reserve(deadlineMs);
      const session = new PostgresSession(this.#pool, connection, deadlineMs, snapshot);
      return await this.#transactions.run(session, work);
    } finally {
      this.#permits.release();
    }
  }

  protected async query(statement: Sql): Promise<Result> {
    this.#check();
    const reads = /^\s*select\b/i.test(statement.parts[0]!);
    return this.#pool.query(statement, reads ? "nothing written" : "maybe written");
  }

  #check(): void {
    if (this.#closed) throw new DatabaseUnavailable("the database is closed");
    this.#transactions.refuseInside();
  }
}
