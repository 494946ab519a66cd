import type { ReservedSQL } from "bun";
import { DatabaseUnavailable, TransactionMisuse } from "./errors.ts";
import type { WriteOutcome } from "./postgres-errors.ts";
import type { PostgresPool, Result } from "./postgres-pool.ts";
import { PostgresQueries } from "./postgres-queries.ts";
import type { Sql } from "./sql.ts";
import type { Session } from "./transaction.ts";

/** One reserved connection for one transaction. */
export class PostgresSession extends PostgresQueries implements Session {
  readonly #pool: PostgresPool;
  readonly #connection: ReservedSQL;
  readonly #deadlineMs: number;
  readonly #mode: string;
  #lost = false;

  constructor(pool: PostgresPool, connection: ReservedSQL, deadlineMs: number, snapshot = false) {
    super();
    this.#mode = snapshot ? "repeatable read read only" : "read committed";
    this.#pool = pool;
    this.#connection = connection;
    this.#deadlineMs = deadlineMs;
  }

  async begin(): Promise<void> {
    // Set for this transaction only, because the connection's next one can be another caller's.
    const limit = Math.ceil(this.#deadlineMs * 0.9);
    await this.#send(
      `begin isolation level ${this.#mode}; set local statement_timeout = ${limit}`,
      "nothing written",
    );
  }

  async commit(): Promise<void> {
    const { command } = await this.#send("commit", "maybe written");
    // The server responds so to the commit of a transaction in which a statement failed.
    if (command === "ROLLBACK") throw new TransactionMisuse("a statement failed, so nothing was committed");
    await this.#connection.release();
  }

  async rollback(): Promise<void> {
    try {
      if (!this.#lost) await this.#send("rollback", "nothing written");
      if (!this.#lost) return await this.#connection.release();
    } catch {
      // The server rolls back when the connection closes.
    }
    await this.#connection.close({ timeout: 0 }).catch(() => undefined);
  }

  protected query(statement: Sql): Promise<Result> {
    return this.#watched(this.#pool.query(statement, "nothing written", this.#connection, this.#deadlineMs));
  }

  #send(text: string, outcome: WriteOutcome): Promise<Result> {
    return this.#watched(this.#pool.send(text, [], outcome, this.#connection, this.#deadlineMs));
  }

  async #watched(result: Promise<Result>): Promise<Result> {
    try {
      return await result;
    } catch (error) {
      this.#lost ||= error instanceof DatabaseUnavailable;
      throw error;
    }
  }
}
