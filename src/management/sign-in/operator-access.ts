import { z } from "zod";
import { type AuditRow, auditKeptDays, auditLog } from "../../access/audit.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { join, type Sql, sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { type OperatorRole, operatorRoles } from "../../http/caller.ts";
import type { QueryCall } from "../../http/endpoint.ts";
import { listAnswer, offsetOf, PageQuery } from "../../http/lists.ts";
import { objectsOf } from "../../running/account-ports.ts";
import { given } from "../../running/ports.ts";
import { entityId } from "../common/identifiers.ts";
import { findUser, requireAccount, userMissing } from "../common/user-resource.ts";

const OperatorAccess = z
  .object({
    id: z.string(),
    timestamp: z.iso.datetime(),
    operator_name: z
      .string()
      .nullable()
      .describe("Null for the operator token, and for operators whose account is deleted."),
    operator_role: z
      .enum(operatorRoles)
      .nullable()
      .describe("What the operator may do now; null for the operator token."),
    action: z.string().describe("Resource and verb as in the audit log, such as `user.visit`."),
    object: z.string().describe("The path of what was viewed or changed."),
    reason: z
      .string()
      .nullable()
      .describe("Of a view of the account, of credits, and of a subscription's state; null without one."),
  })
  .meta({ id: "OperatorAccess" });

export const operatorAccessEndpoints = [
  endpoint({
    id: "listOperatorAccess",
    exported: "operator-access",
    method: "GET",
    path: "/users/{id}/operator-access",
    tag: "Users",
    summary: "List what operators did to an account, newest first",
    description: `Views of the account as its customer sees it, and changes of the account and of what belongs to it. What happened to a subscription before it came to this account is not listed. Entries are kept for ${auditKeptDays} days.`,
    audience: "customer",
    permission: "account.view",
    params: z.object({ id: entityId }),
    query: PageQuery,
    response: z.array(OperatorAccess),
    errors: ["forbidden", "not_found"],
    extension: true,
    handle: listOperatorAccess,
  }),
];

interface By {
  readonly name: string | null;
  readonly operatorRole: OperatorRole | null;
}

async function listOperatorAccess(
  { database, running }: Context,
  { caller, params: { id }, query }: QueryCall<typeof PageQuery, { id: string }>,
) {
  requireAccount(caller, id, "account.view");
  if (!(await findUser(database, id))) throw userMissing(id);
  const entries = entriesOf(
    id,
    given(running, objectsOf).map((one) => one(id)),
  );
  const total = await countOf(database, entries);
  const found = await auditLog.all<By>(
    database,
    sql`
      select ${auditLog.columns}, u.operator_role as "operatorRole",
        nullif(trim(u.first_name || ' ' || u.last_name), '') as name
      from ${entries} left join app_user u on a.actor = '/users/' || u.id
      order by a.at desc, a.id desc limit ${query.page_size} offset ${offsetOf(query)}`,
  );
  const items = found.map(
    (row): z.output<typeof OperatorAccess> => ({
      id: row.id,
      timestamp: isoTime(row.at),
      operator_name: row.name,
      operator_role: row.operatorRole,
      action: row.action,
      object: row.object,
      reason: reasonOf(row),
    }),
  );
  return listAnswer(items, total, `/users/${id}/operator-access`, query);
}

/** The entries `a` by operators about an account and its objects. `added` selects the paths of features' objects. */
function entriesOf(id: string, added: readonly Sql[]): Sql {
  const objects = join(
    [
      sql`select ${`/users/${id}`} as path, '' as since`,
      // A former owner's entries are not of this account. IDs are in the order of time.
      sql`select '/subscriptions/' || s.id as path, coalesce((
          select max(moved.id) from audit_log moved
          where moved.object = '/subscriptions/' || s.id and moved.before like '%"owner_id":%'), '') as since
        from subscription s where s.owner_id = ${id}`,
      ...added.map((paths) => sql`select path, '' as since from (${paths}) as added`),
    ],
    " union all ",
  );
  // Not LIKE, for which the underscores of IDs match any character.
  return sql`audit_log a join (${objects}) as o
    on a.id >= o.since and (a.object = o.path or substr(a.object, 1, length(o.path) + 1) = o.path || '/')
      and a.actor <> ${`/users/${id}`} and (a.action = 'user.visit' or a.actor = 'operator'
        or a.actor in (select '/users/' || id from app_user where role = 'operator'))`;
}

/** Only of actions whose reason the customer may read. */
function reasonOf({ action, after }: AuditRow): string | null {
  if (after === null || !(action === "user.visit" || /^(subscription|grant)\./.test(action))) return null;
  const { reason, state_comment: comment } = JSON.parse(after);
  return reason ?? comment ?? null;
}
