import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Opened } from "../../running/opened.ts";

/** Deletes invitations with their organization, with the account that is invited, and when they expire. */
export class Organizations implements Opened {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await tx.run(sql`
      delete from organization_invitation
      where organization_id = ${userId} or email_key = (select email_key from app_user where id = ${userId})`);
  }

  objectsOf(userId: string): Sql {
    return sql`select ${`/organizations/${userId}`} as path`;
  }

  tidyUp(now: number): Promise<number> {
    return this.#database.run(sql`delete from organization_invitation where expires_at <= ${now}`);
  }
}
