import type { KeptCredential } from "../../access/kept-credential.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { objectsOf } from "../../running/account-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import { keptCredentials } from "../../running/sign-in-ports.ts";
import { invitedBy } from "./invitation.ts";

const credentials: readonly KeptCredential[] = [
  {
    kind: "invitations",
    tables: ["organization_invitation"],
    ends: {
      addressProved: "end",
      addressTaken: "end",
      passwordReset: "end",
      addressReturned: "end",
      factorReset: "end",
      enteredFromHost: "end",
      userBlocked: "end",
      userDeleted: "end",
      roleNarrowed: "end",
      roleRaised: "end",
      memberRemoved: "end",
    },
    end: (tx, { userId, accountId }) =>
      tx.run(
        accountId === undefined
          ? sql`delete from organization_invitation where ${invitedBy(userId)}`
          : sql`delete from organization_invitation where ${invitedBy(userId)} and organization_id = ${accountId}`,
      ),
  },
];

/** Deletes invitations with their organization, with the account that is invited, and when they expire. */
export class Organizations implements Opened {
  readonly gives = new Map([
    give(keptCredentials, credentials),
    give(objectsOf, (userId) => sql`select ${`/organizations/${userId}`} as path`),
  ]);
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await tx.run(sql`
      delete from organization_invitation
      where organization_id = ${userId} or email_key = (select email_key from app_user where id = ${userId})`);
  }

  tidyUp(now: number): Promise<number> {
    return this.#database.run(sql`delete from organization_invitation where expires_at <= ${now}`);
  }
}
