import { dayMs, hourMs } from "../../../base/durations.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
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
export interface Client {
  readonly id: string;
  /** By its own words. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: number;
}

interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: string;
  readonly created_at: number;
}

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
  { name, redirectUris }: Pick<Client, "name" | "redirectUris">,
  network: string,
  now: number,
): Promise<Client> {
  const id = uuidv7(now);
  await db.transaction(async (tx) => {
    const of = await tx.get<{ unused: number }>(
      sql`select count(*) as unused from assistant_client where network = ${network} and is_used = 0`,
    );
    if (of!.unused >= unusedMax.network)
      throw tooMany(`${unusedMax.network} programs of this network have registered and are not connected`);
    const all = await tx.get<{ unused: number }>(
      sql`select count(*) as unused from assistant_client where is_used = 0`,
    );
    if (all!.unused >= unusedMax.all && (await deleteOldest(tx, now - untouchedMs)) === 0)
      throw tooMany("Too many programs have registered within an hour");
    await tx.run(sql`
      insert into assistant_client (id, name, redirect_uris, created_at, network)
      values (${id}, ${name}, ${JSON.stringify(redirectUris)}, ${now}, ${network})`);
  });
  return { id, name, redirectUris, createdAt: now };
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
  const row = await db.get<ClientRow>(sql`select * from assistant_client where id = ${id}`);
  if (!row) return undefined;
  return {
    id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    createdAt: row.created_at,
  };
}

/** Deletes programs that have no assistant, a day after they registered. */
export async function purgeClients(db: Queries, now: number): Promise<number> {
  return db.run(sql`
    delete from assistant_client where created_at < ${now - dayMs}
      and not exists (select 1 from assistant a where a.client_id = assistant_client.id)`);
}
