import type { KeptCredential } from "../../access/kept-credential.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import { hasPasskey, keptCredentials, proves, signsIn } from "../../running/sign-in-ports.ts";
import { passkeysEnded } from "./ended-passkeys.ts";
import { passkeysOf } from "./stored-passkeys.ts";

const hasAny = async (db: Queries, userId: string): Promise<boolean> =>
  (await passkeysOf(db, userId)).length > 0;

const credentials: readonly KeptCredential[] = [
  {
    kind: "passkeys",
    tables: ["passkey"],
    ends: {
      addressProved: "end",
      addressTaken: "end",
      passwordReset: "show",
      addressReturned: "later",
      factorReset: "end",
      enteredFromHost: "end",
      userBlocked: "hold",
      userDeleted: "end",
    },
    end: async (tx, { userId, since = 0 }) =>
      (await passkeysEnded.end(tx, sql`user_id = ${userId} and created_at >= ${since}`)).length,
    list: async (db, userId) =>
      (await passkeysOf(db, userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        made_at: createdAt,
        last_used_at: lastUsedAt,
      })),
  },
  {
    kind: "links",
    tables: ["passkey_challenge"],
    end: (tx, { userId }) => tx.run(sql`delete from passkey_challenge where user_id = ${userId}`),
  },
];

/** Deletes passkeys with their user and with a reset of the second factor, and challenges when they expire. */
export class Passkeys implements Opened {
  readonly gives = new Map([
    give(keptCredentials, credentials),
    give(signsIn, hasAny),
    give(proves, async (db, userId) =>
      (await hasAny(db, userId)) ? [{ method: "passkey", strength: "phishingResistant" }] : [],
    ),
    give(hasPasskey, (userId) => sql`exists (select 1 from passkey p where p.user_id = ${userId})`),
  ]);
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  tidyUp(now: number): Promise<number> {
    return this.#database.run(sql`delete from passkey_challenge where expires_at <= ${now}`);
  }
}
