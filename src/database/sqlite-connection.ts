import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { InvalidValue, type Sql } from "./sql.ts";
import { statementText } from "./statement-text.ts";

type Row = Record<string, unknown>;

/** Compiled statements cached per connection; lists of every length would otherwise fill memory. */
const statementsMax = 256;

/** One connection to an SQLite file; every call is synchronous and throws the driver's errors. */
export class SqliteConnection {
  readonly #db: Database;
  readonly #statements = new Map<string, Statement<Row, SQLQueryBindings[]>>();

  constructor(file: string) {
    this.#db = new Database(file, { create: true, readwrite: true, strict: true });
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Whether the statement changes nothing, according to SQLite. */
  reads(statement: Sql): boolean {
    return this.#prepared(statementText(statement, "sqlite")).readonly;
  }

  all(statement: Sql): Row[] {
    const rows = this.#prepared(statementText(statement, "sqlite")).all(...bindings(statement));
    for (const row of rows) checkNumbers(row);
    return rows;
  }

  get(statement: Sql): Row | undefined {
    const row = this.#prepared(statementText(statement, "sqlite")).get(...bindings(statement));
    if (row === null) return undefined;
    checkNumbers(row);
    return row;
  }

  run(statement: Sql): number {
    return this.#prepared(statementText(statement, "sqlite")).run(...bindings(statement)).changes;
  }

  exec(text: string): void {
    this.#db.run(text);
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#db.close(true);
  }

  #prepared(text: string): Statement<Row, SQLQueryBindings[]> {
    let statement = this.#statements.get(text);
    if (statement) this.#statements.delete(text);
    else statement = this.#db.prepare<Row, SQLQueryBindings[]>(text);
    this.#statements.set(text, statement);
    if (this.#statements.size > statementsMax) {
      const [oldest, unused] = this.#statements.entries().next().value!;
      this.#statements.delete(oldest);
      unused.finalize();
    }
    return statement;
  }
}

function bindings(statement: Sql): SQLQueryBindings[] {
  return statement.values as SQLQueryBindings[];
}

function checkNumbers(row: Row): void {
  for (const column in row) {
    const value = row[column];
    // The driver rounds a 64-bit integer to the nearest double, which then always lies beyond the limit.
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      throw new InvalidValue(`column ${column} has a number beyond 2^53 - 1`);
    }
  }
}
