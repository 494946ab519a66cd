import type { KeptCredential } from "../../access/kept-credential.ts";
import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Opened, Provable } from "../../running/opened.ts";
import { passkeysEnded } from "./ended-passkeys.ts";
import { passkeysOf } from "./stored-passkeys.ts";

/** Deletes passkeys with their user and with a reset of the second factor, and challenges when they expire. */
export class Passkeys implements Opened {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async signsIn(db: Queries, userId: string): Promise<boolean> {
    return (await passkeysOf(db, userId)).length > 0;
  }

  async proves(db: Queries, userId: string): Promise<readonly Provable[]> {
    return (await this.signsIn(db, userId)) ? [{ method: "passkey", strength: "phishingResistant" }] : [];
  }

  hasPasskey(userId: Sql): Sql {
    return sql`exists (select 1 from passkey p where p.user_id = ${userId})`;
  }

  readonly credentials: readonly KeptCredential[] = [
    {
      kind: "passkeys",
      tables: ["passkey"],
      end: async (tx, { userId, since = 0 }) =>
        (await passkeysEnded.end(tx, sql`user_id = ${userId} and created_at >= ${since}`)).length,
      list: async (db, userId) =>
        (await passkeysOf(db, userId)).map(({ id, name, created_at, last_used_at }) => ({
          id,
          name,
          made_at: created_at,
          last_used_at,
        })),
    },
    {
      kind: "links",
      tables: ["passkey_challenge"],
      end: (tx, { userId }) => tx.run(sql`delete from passkey_challenge where user_id = ${userId}`),
    },
  ];

  tidyUp(now: number): Promise<number> {
    return this.#database.run(sql`delete from passkey_challenge where expires_at <= ${now}`);
  }
}
