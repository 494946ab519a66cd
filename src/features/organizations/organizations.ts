import type { KeptCredential } from "../../access/kept-credential.ts";
import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Opened } from "../../running/opened.ts";
import { invitedBy } from "./invitation.ts";

/** Deletes invitations with their organization, with the account that is invited, and when they expire. */
export class Organizations implements Opened {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  readonly credentials: readonly KeptCredential[] = [
    {
      kind: "invitations",
      tables: ["organization_invitation"],
      end: (tx, { userId, accountId }) =>
        tx.run(
          accountId === undefined
            ? sql`delete from organization_invitation where ${invitedBy(userId)}`
            : sql`delete from organization_invitation where ${invitedBy(userId)} and organization_id = ${accountId}`,
        ),
    },
  ];

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
