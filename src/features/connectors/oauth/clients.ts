import { dayMs, hourMs } from "../../../base/durations.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, json, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import { Fault } from "./fault.ts";
import { hostOf, redirectUri } from "./redirects.ts";

const redirectsMax = 10;
const nameMax = 60;
/**
 * Programs that have registered and never connected; each is deleted after a day. In all they take less than a tenth of a
 * GiB, and those of one network leave room for others.
 */
const unusedMax = { all: 10_000, network: 50 };
/** For so long a program that waits for its user makes room for no other. */
const untouchedMs = hourMs;

/** A program that has registered itself (RFC 7591). */
export type Client = Row<typeof clients>;

const clients = new Table({
  name: "assistant_client",
  as: "c",
  key: ["id"],
  members: {
    id: text,
    /** By its own words. */
    name: text,
    redirectUris: json<readonly string[]>(),
    createdAt: integer,
    network: text,
  },
});

/** Reads the registration of a program. Throws `Fault`. */
export function readRegistration(value: unknown): Pick<Client, "name" | "redirectUris"> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Fault("invalid_client_metadata", "The body is not a JSON object.");
  const { redirect_uris: uris, client_name: name } = value as Record<string, unknown>;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectsMax)
    throw new Fault("invalid_redirect_uri", `redirect_uris needs 1 to ${redirectsMax} addresses.`);
  for (const uri of uris)
    if (!redirectUri(uri))
      throw new Fault(
        "invalid_redirect_uri",
        "Each of redirect_uris must be https, http of localhost, or a scheme of a program, without a fragment.",
      );
  if (name !== undefined && typeof name !== "string")
    throw new Fault("invalid_client_metadata", "client_name is not a string.");
  const redirectUris = uris as string[];
  return { name: plainName(name) || hostOf(redirectUris[0]!), redirectUris };
}

/** A name as a page may show it: without characters that control the direction or the end of a line. */
const plainName = (name = ""): string =>
  name.toWellFormed().replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim().slice(0, nameMax).toWellFormed();

/** Registers a program of a network. Throws `Fault` if too many wait. */
export async function insertClient(
  db: Database,
  registration: Pick<Client, "name" | "redirectUris" | "network">,
  now: number,
): Promise<Client> {
  const client = { id: uuidv7(now), ...registration, createdAt: now };
  await db.transaction(async (tx) => {
    const ofNetwork = await clients.count(tx, sql`network = ${client.network} and is_used = 0`);
    if (ofNetwork >= unusedMax.network)
      throw tooMany(`${unusedMax.network} programs of this network have registered and are not connected`);
    const unused = await clients.count(tx, sql`is_used = 0`);
    if (unused >= unusedMax.all && (await deleteOldest(tx, now - untouchedMs)) === 0)
      throw tooMany("Too many programs have registered within an hour");
    await clients.insert(tx, client);
  });
  return client;
}

const tooMany = (what: string) =>
  new Fault("temporarily_unavailable", `${what}. Connect one of them, or try again in an hour.`);

/** Deletes the unused program that registered first, if that was before a moment. */
const deleteOldest = (tx: Queries, before: number): Promise<number> =>
  tx.run(sql`
    delete from assistant_client where id = (
      select id from assistant_client where is_used = 0 and created_at < ${before} order by created_at limit 1)`);

export async function findClient(db: Queries, id: string): Promise<Client | undefined> {
  // IDs are made here; any other text is none.
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
  return clients.find(db, id);
}

/** Deletes programs that have no assistant, a day after they registered. */
export async function purgeClients(db: Queries, now: number): Promise<number> {
  return db.run(sql`
    delete from assistant_client where created_at < ${now - dayMs}
      and not exists (select 1 from assistant a where a.client_id = assistant_client.id)`);
}
