import { type ReservedSQL, SQL } from "bun";
import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "./errors.ts";
import {
  connectionLost,
  fromPostgres,
  isAnswer,
  PlanOutdated,
  type WriteOutcome,
} from "./postgres-errors.ts";
import { convertRows, sent } from "./postgres-values.ts";
import type { Sql } from "./sql.ts";
import { statementText } from "./statement-text.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly deadlineMs: number;
  readonly pooler: boolean;
  readonly connectionsMax: number;
  readonly transactionsMax: number;
  /** How long a statement or transaction waits for a connection. */
  readonly connectionWaitMs: number;
}

type Row = Record<string, unknown>;
type Client = Pick<SQL, "unsafe">;

/** Rows and the number of rows written. */
export interface Result {
  readonly rows: Row[];
  readonly changed: number;
  readonly command: string | null;
}

/**
 * The driver's pool, with a timeout for every statement. A pool whose server does not respond is replaced,
 * because the driver would continue to send statements over the silent connections.
 */
export class PostgresPool {
  readonly #options: PostgresOptions;
  #pool: SQL;
  #since = performance.now();
  #answeredAt = 0;
  /** Start times of pending statements, oldest first. */
  readonly #waiting = new Map<object, number>();
  /** Appended to every text: with another text, every connection prepares the statement again. */
  #revision = "";

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#pool = this.#connect();
  }

  get silentMs(): number {
    for (const since of this.#waiting.values())
      return Math.max(0, performance.now() - Math.max(since, this.#answeredAt));
    return 0;
  }

  /** Runs one statement on any connection, or on `connection`. */
  async query(statement: Sql, outcome: WriteOutcome, client?: Client, deadlineMs?: number): Promise<Result> {
    const text = statementText(statement, "postgres");
    const values = sent(statement.values);
    const revision = this.#revision;
    try {
      return await this.send(text + revision, values, outcome, client, deadlineMs);
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error;
      // Another node has changed a table, and each connection would notice that separately.
      if (this.#revision === revision) this.#revision += " ";
      // This failed the transaction, so only repeating it helps.
      if (client) throw error;
      return this.send(text + this.#revision, values, outcome, client, deadlineMs);
    }
  }

  async send(
    text: string,
    values: unknown[],
    outcome: WriteOutcome,
    client: Client = this.#pool,
    deadlineMs = this.#options.deadlineMs,
  ): Promise<Result> {
    const pool = this.#pool;
    const sentAt = performance.now();
    const waiting = {};
    this.#waiting.set(waiting, sentAt);
    try {
      const late = () => {
        this.#giveUp(pool, sentAt);
        return connectionLost(`no answer within ${deadlineMs} ms`, outcome);
      };
      const answer = await withTimeout(client.unsafe<Row[]>(text, values), deadlineMs, late);
      this.#answeredAt = performance.now();
      convertRows(answer, answer.columns);
      return { rows: [...answer], changed: answer.affectedRows, command: answer.command };
    } catch (error) {
      if (isAnswer(error)) this.#answeredAt = performance.now();
      throw fromPostgres(error, text, outcome);
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  /** Reserves a connection for one caller. */
  async reserve(deadlineMs: number): Promise<ReservedSQL> {
    const pool = this.#pool;
    const askedAt = performance.now();
    const waiting = {};
    this.#waiting.set(waiting, askedAt);
    const stop = new AbortController();
    const reserving = pool.reserve({ signal: stop.signal });
    const late = () => {
      stop.abort();
      // It may be reserved at this very moment, and would never be released.
      reserving.then((connection) => connection.release()).catch(() => undefined);
      this.#giveUp(pool, askedAt);
      return new DatabaseUnavailable(`no connection within ${deadlineMs} ms`);
    };
    try {
      return await withTimeout(reserving, deadlineMs, late);
    } catch (error) {
      throw fromPostgres(error, "connect", "nothing written");
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end({ timeout: this.#options.deadlineMs / 1000 });
  }

  #giveUp(pool: SQL, askedAt: number): void {
    // Each slow statement must not open another pool: the server's connections are limited.
    if (pool !== this.#pool || performance.now() - this.#since < this.#options.deadlineMs) return;
    this.#pool = this.#connect();
    // If other statements returned since, the server is alive, and what still runs there can end.
    const timeout = this.#answeredAt > askedAt ? this.#options.deadlineMs / 1000 : 0;
    void pool.end({ timeout }).catch(() => undefined);
  }

  #connect(): SQL {
    this.#since = performance.now();
    const { url, deadlineMs, pooler, connectionsMax } = this.#options;
    // The server times out first, so that a slow statement ends there too and its connection stays usable. A pooler
    // refuses connections with settings that it does not support.
    const limits: Record<string, number> = pooler
      ? {}
      : { statement_timeout: Math.ceil(deadlineMs * 0.9), idle_in_transaction_session_timeout: 60_000 };
    return new SQL({
      url,
      max: connectionsMax,
      prepare: !pooler,
      connectionTimeout: deadlineMs / 1000,
      connection: { application_name: "vingate", ...limits },
    });
  }
}
