import { type AuditContext, recordAudit } from "../../access/audit.ts";
import type { Queries } from "../../database/database.ts";
import { list, Sql, sql } from "../../database/sql.ts";
import { endedRows } from "../../decisions/ended-rows.ts";
import type { Restoring } from "../../decisions/restoring.ts";
import { initially, integer, orNull, text } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import { wireOf } from "../../entities/wire.ts";
import { permissions } from "../../http/permissions.ts";
import { lockUser } from "../../management/common/user-resource.ts";

export const assistants = new Table({
  name: "assistant",
  as: "a",
  key: ["id"],
  members: {
    id: text,
    /** Who connected it. */
    userId: text,
    /** The owner of its subscription at that time: the user, or an organization. */
    accountId: text,
    subscriptionId: text,
    clientId: text,
    name: text,
    host: text,
    creditsPerDay: integer,
    createdAt: integer,
    /** Null until its program has exchanged the code. */
    connectedAt: initially(orNull(integer), null),
    lastUsedAt: initially(orNull(integer), null),
  },
});
export type Assistant = Row<typeof assistants>;

/** The permission that a member needs to connect an assistant with an organization's subscription. */
export const connectPermission = "keys.view";

/** The roles that have it, as SQL. They are names of the program's own, none that a caller sends. */
const roles = permissions[connectPermission].members.map((role) => `'${role}'`).join(", ");

export const memberRolesSql = new Sql([roles], []);

/**
 * Joins and conditions by which an assistant `a` may call: its user is active, and still a member of the account, whose
 * subscription has not ended. A member who came back later connects again.
 */
export const liveText = `join subscription s on s.id = a.subscription_id and s.owner_id = a.account_id
  join app_user o on o.id = s.owner_id join app_user u on u.id = a.user_id
  left join member m on m.organization_id = a.account_id and m.user_id = a.user_id
  where u.state = 'active' and u.role = 'customer' and o.state = 'active' and s.deleted_at is null
    and s.state not in ('cancelled', 'rejected')
    and (a.account_id = a.user_id or m.role in (${roles}) and m.joined_at <= a.created_at)`;
export const live = new Sql([liveText], []);

/** The same without the states that can be undone: an assistant of a blocked user is refused, and stays. */
export const keptLive = new Sql(
  [
    liveText
      .replace("u.state = 'active'", "u.state <> 'deleted'")
      .replace("o.state = 'active'", "o.state <> 'deleted'"),
  ],
  [],
);

/** The object of an assistant in the audit log; its changes end what nodes have cached of its tokens. */
export const assistantPath = ({ id, userId }: Pick<Assistant, "id" | "userId">): string =>
  `/users/${userId}/assistants/${id}`;

export interface LockedAssistant extends Assistant {
  readonly isLive: boolean;
}

/** Locks an assistant by its user; undefined if it has ended. */
export async function lockAssistant(tx: Queries, id: string): Promise<LockedAssistant | undefined> {
  const seen = await assistants.find(tx, id);
  if (!seen) return undefined;
  await lockUser(tx, seen.userId);
  const row = await assistants.find(tx, id);
  if (!row) return undefined;
  const allowed = await tx.get(sql`select a.id from assistant a ${live} and a.id = ${id}`);
  return { ...row, isLive: allowed !== undefined };
}

const ended = endedRows({ name: "assistant", shown: "assistants ended", table: "assistant", key: ["id"] });

/** Assistants that no longer call. */
const assistantsEnded: typeof ended = {
  ...ended,
  async end(tx, which) {
    await deleteParts(tx, sql`select id from assistant where ${which}`);
    return ended.end(tx, which);
  },
  async replay(tx, data, replaying) {
    await deleteParts(tx, list(data.rows.map(([id]) => id!)));
    return ended.replay(tx, data, replaying);
  },
};

export const connectorsRestoring: Restoring = {
  kinds: [assistantsEnded],
  /** No entry names the exchanged tokens, so all end. */
  async epochBegins(tx) {
    await tx.run(sql`delete from assistant_code`);
    await tx.run(sql`delete from assistant_token`);
  },
};

/** Deletes assistants with their codes, tokens and days. Their history is in the audit log. */
export async function deleteAssistants(tx: Queries, which: Sql): Promise<number> {
  return (await assistantsEnded.end(tx, which)).length;
}

async function deleteParts(tx: Queries, ids: Sql): Promise<void> {
  await tx.run(sql`delete from assistant_code where assistant_id in (${ids})`);
  await tx.run(sql`delete from assistant_token where assistant_id in (${ids})`);
  await tx.run(sql`delete from assistant_day where assistant_id in (${ids})`);
}

/** What the audit log has of an assistant. */
export const auditedAssistant = (row: Assistant) =>
  wireOf(row, "name", "host", "subscriptionId", "creditsPerDay");

/** Ends an assistant that is locked: the next call with any of its tokens is refused. */
export async function endAssistant(
  tx: Queries,
  row: Assistant,
  audit: AuditContext,
  reason?: string,
): Promise<void> {
  await deleteAssistants(tx, sql`id = ${row.id}`);
  const before = auditedAssistant(row);
  const after = reason === undefined ? undefined : { reason };
  await recordAudit(tx, { ...audit, action: "assistant.end", object: assistantPath(row), before, after });
}
