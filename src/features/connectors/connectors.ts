import type { HeldCredential, KeptCredential } from "../../access/kept-credential.ts";
import { dayMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { notFound } from "../../http/errors.ts";
import { objectsOf } from "../../running/account-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { type Gives, give } from "../../running/ports.ts";
import { keptCredentials, mcpChallenge } from "../../running/sign-in-ports.ts";
import { readAssistants } from "./assistant-access.ts";
import { deleteAssistants, keptLive, live } from "./assistants.ts";
import type { Place } from "./oauth/authorization.ts";
import { purgeClients } from "./oauth/clients.ts";
import { connectorSettings } from "./settings.ts";
import { dayOf } from "./spending.ts";

/** Days are kept for the sum of a month. */
const keptDays = 62;
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

const credentials: readonly KeptCredential[] = [
  {
    kind: "assistants",
    tables: ["assistant", "assistant_token"],
    ends: {
      addressProved: "end",
      addressTaken: "end",
      passwordChanged: "show",
      passwordReset: "end",
      emailChanged: "show",
      addressReturned: "end",
      factorAdded: "show",
      factorReset: "end",
      enteredFromHost: "end",
      userBlocked: "hold",
      userDeleted: "end",
      roleRaised: "end",
      memberRemoved: "end",
    },
    end: (tx, { userId, accountId }) =>
      deleteAssistants(
        tx,
        accountId === undefined
          ? sql`user_id = ${userId}`
          : sql`user_id = ${userId} and account_id = ${accountId}`,
      ),
    list: (db, userId) =>
      db.all<HeldCredential>(sql`
          select a.id, a.name, a.created_at as made_at, a.last_used_at from assistant a ${live}
            and a.user_id = ${userId} and a.connected_at is not null
          order by a.created_at, a.id`),
  },
  {
    kind: "links",
    tables: ["assistant_code"],
    end: (tx, { userId }) =>
      tx.run(
        sql`delete from assistant_code where assistant_id in (select id from assistant where user_id = ${userId})`,
      ),
  },
];

const objects = (userId: string): Sql => sql`
  select '/users/' || user_id || '/assistants/' || id as path from assistant where account_id = ${userId}`;

/** Reads the tokens of assistants, and deletes what has expired. */
export class Connectors implements Opened {
  /** Undefined if the settings allow no assistant. */
  readonly place: Place | undefined;
  readonly gives: Gives;
  readonly #database: Database;

  constructor({ config, database, identity, clock }: Context) {
    this.#database = database;
    this.gives = new Map([give(keptCredentials, credentials), give(objectsOf, objects)]);
    if (connectorSettings.of(config).connectors === "off") return;
    const url = new URL(config.publicUrl);
    // Whoever reads http on its way has the tokens, and clients request the metadata of an address without a path.
    if ((url.protocol !== "https:" && !loopback.test(url.hostname)) || url.pathname !== "/")
      throw new Error("VINGATE_CONNECTORS needs a VINGATE_PUBLIC_URL of https, without a path.");
    this.place = { issuer: config.publicUrl, resource: `${config.publicUrl}/mcp` };
    this.gives = new Map([
      ...this.gives,
      give(
        mcpChallenge,
        `Bearer realm="vingate", resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource/mcp"`,
      ),
    ]);
    identity.keys.readTokensWith(readAssistants(clock));
  }

  /** Where the service is. Throws 404 if no assistant connects. */
  requirePlace(): Place {
    if (this.place) return this.place;
    throw notFound("This service has no sign-in for assistants. Its operator can set VINGATE_CONNECTORS.");
  }

  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await deleteAssistants(tx, sql`account_id = ${userId}`);
  }

  async tidyUp(now: number): Promise<number> {
    const db = this.#database;
    const ended = await db.transaction((tx) =>
      deleteAssistants(
        tx,
        sql`id not in (select a.id from assistant a ${keptLive}) or connected_at is null and created_at < ${now - dayMs}`,
      ),
    );
    const codes = await db.run(sql`delete from assistant_code where expires_at <= ${now - dayMs}`);
    const tokens = await db.run(sql`delete from assistant_token where expires_at <= ${now}`);
    const days = await db.run(sql`delete from assistant_day where day < ${dayOf(now - keptDays * dayMs)}`);
    return ended + codes + tokens + days + (await purgeClients(db, now));
  }
}
