import type { Queries } from "./database.ts";
import type { Result } from "./postgres-pool.ts";
import type { Sql } from "./sql.ts";

/** Runs statements on PostgreSQL, and converts rows and counts. */
export abstract class PostgresQueries implements Queries {
  readonly dialect = "postgres";

  protected abstract query(statement: Sql): Promise<Result>;

  async all<T>(statement: Sql): Promise<T[]> {
    return (await this.query(statement)).rows as T[];
  }

  async get<T>(statement: Sql): Promise<T | undefined> {
    return (await this.query(statement)).rows[0] as T | undefined;
  }

  async run(statement: Sql): Promise<number> {
    return (await this.query(statement)).changed;
  }
}
