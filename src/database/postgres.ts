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

const allTaken = () => new DatabaseUnavailable("every connection is in use");

/** PostgreSQL as a `Database`. */
export class PostgresDatabase extends PostgresQueries implements Database {
  readonly #deadlineMs: number;
  readonly #pool: PostgresPool;
  readonly #waitMs: number;
  readonly #connections: Semaphore;
  readonly #openTransactions: Semaphore;
  readonly #transactions = new Transactions();
  #closed = false;

  constructor(options: PostgresOptions) {
    super();
    this.#deadlineMs = options.deadlineMs;
    this.#pool = new PostgresPool(options);
    this.#waitMs = options.connectionWaitMs;
    this.#connections = new Semaphore(options.connectionsMax);
    this.#openTransactions = new Semaphore(options.transactionsMax);
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
        const isRetried =
          options?.repeatable && error instanceof TransactionConflict && attempt < attemptsMax;
        if (!isRetried) throw error;
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

  #once<T>(work: (tx: Queries) => Promise<T>, deadlineMs: number, snapshot: boolean | undefined): Promise<T> {
    return this.#inTurn(this.#openTransactions, () =>
      this.#inTurn(this.#connections, () => this.#onConnection(work, deadlineMs, snapshot)),
    );
  }

  async #onConnection<T>(
    work: (tx: Queries) => Promise<T>,
    deadlineMs: number,
    snapshot: boolean | undefined,
  ): Promise<T> {
    const connection = await this.#pool.reserve(deadlineMs);
    const session = new PostgresSession(this.#pool, connection, deadlineMs, snapshot);
    return await this.#transactions.run(session, work);
  }

  /**
   * Waits here and not in the driver: there the wait would count as silence of the server, and a statement would be
   * sent behind a slow one.
   */
  async #inTurn<T>(permits: Semaphore, work: () => Promise<T>): Promise<T> {
    await permits.acquire(this.#waitMs, allTaken);
    try {
      return await work();
    } finally {
      permits.release();
    }
  }

  protected async query(statement: Sql): Promise<Result> {
    this.#check();
    const reads = /^\s*select\b/i.test(statement.parts[0]!);
    const outcome = reads ? "nothing written" : "maybe written";
    return this.#inTurn(this.#connections, () => this.#pool.query(statement, outcome));
  }

  #check(): void {
    if (this.#closed) throw new DatabaseUnavailable("the database is closed");
    this.#transactions.refuseInside();
  }
}
