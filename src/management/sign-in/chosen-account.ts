import { z } from "zod";
import { auditContext, recordAudit } from "../../access/audit.ts";
import { noteChange } from "../../access/keys/changes.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type MemberRole, memberRoles, type UserCaller } from "../../http/caller.ts";
import { type BodyCall, type Call, json } from "../../http/endpoint.ts";
import { forbidden } from "../../http/errors.ts";
import {
  isHeld,
  isPermitted,
  isReading,
  type PermissionHolder,
  permissionNames,
} from "../../http/permissions.ts";
import { entityId, line } from "../common/identifiers.ts";
import { findUser, userMissing, users } from "../common/user-resource.ts";

const Account = z
  .object({
    id: z.string(),
    kind: z.enum(["person", "organization"]).describe("An organization has members, and no password."),
    name: z.string(),
    member_role: z
      .enum(memberRoles)
      .nullable()
      .describe("What the user may do for it; null for the own account of an operator."),
    is_chosen: z.boolean().describe("Whether this session or token acts for it."),
    is_visit: z.boolean().describe("An operator views it as its customer does, and can change nothing."),
    visit_reason: z.string().nullable().describe("Of a visit: why, as the customer sees it."),
    permissions: z
      // Features add theirs later than this module is read.
      .array(z.lazy(() => z.enum(permissionNames)))
      .describe("What the user may do for it, as `GET /roles` lists them; of a visit only what can be read."),
  })
  .meta({ id: "Account" });

export const ChooseAccountRequest = z
  .strictObject({
    account_id: entityId.describe("The own account, an organization's, or that of a customer to be viewed."),
    reason: line(200)
      .optional()
      .describe("Why an operator views the account of a customer, who sees it. Required for that."),
  })
  .meta({ id: "ChooseAccountRequest", example: { account_id: "0198f0a6-1111-7abc-8def-0123456789ab" } });

export const chosenAccountEndpoints = [
  endpoint({
    id: "listAccounts",
    method: "GET",
    path: "/auth/accounts",
    tag: "Auth",
    summary: "List the accounts that the signed-in user can act for, its own first",
    audience: "customer",
    permission: "session.change",
    response: z.array(Account),
    errors: ["forbidden"],
    extension: true,
    handle: async ({ database }, { caller }) => json(await accountsOf(database, signedInUser(caller))),
  }),
  endpoint({
    id: "chooseAccount",
    members: { reason: { effect: "enter" } },
    whileHeld: true,
    method: "PUT",
    path: "/auth/account",
    tag: "Auth",
    summary: "Choose the account that this session acts for",
    description:
      "A session acts for one account at a time: the user's own, or an organization of which the user is a member. Operators with the permission can view the account of a customer, read only; the customer sees that, and the reason.",
    audience: "customer",
    permission: "session.change",
    body: ChooseAccountRequest,
    response: z.array(Account),
    errors: ["forbidden", "not_found"],
    extension: true,
    handle: chooseAccount,
  }),
];

function signedInUser(caller: Call["caller"]): UserCaller {
  if (caller.kind === "user") return caller;
  throw forbidden("The operator token acts for no account. Sign in as a user.");
}

async function accountsOf(db: Queries, caller: UserCaller): Promise<z.output<typeof Account>[]> {
  const { personId, userId } = caller;
  const rows = await users.all<{ readonly memberRole: MemberRole | null }>(
    db,
    sql`
      select ${users.columns}, m.role as "memberRole"
      from app_user left join member m on m.organization_id = id and m.user_id = ${personId}
      where id = ${personId} or id = ${userId}
        or id in (select organization_id from member where user_id = ${personId}) and state = 'active'
      order by case when id = ${personId} then 0 else 1 end, registered_at, id`,
  );
  const isVisited = ({ id, memberRole }: (typeof rows)[number]) => id !== personId && memberRole === null;
  const reason = rows.some(isVisited) ? await visitReason(db, personId, userId) : null;
  return rows.map((row) => {
    const isOwn = row.id === personId;
    const visited = isVisited(row);
    const memberRole = isOwn && row.role === "customer" ? "owner" : row.memberRole;
    const holder: PermissionHolder =
      isOwn && row.operatorRole
        ? { role: "operator", operatorRole: row.operatorRole }
        : { role: "customer", memberRole: memberRole ?? "owner" };
    return {
      id: row.id,
      kind: row.kind,
      name: [row.firstName, row.lastName].filter((name) => name !== "").join(" "),
      member_role: memberRole,
      is_chosen: row.id === userId,
      is_visit: visited,
      visit_reason: visited ? reason : null,
      permissions: permissionNames.filter((one) => isHeld(one, holder) && (!visited || isReading(one))),
    };
  });
}

/** Why an operator views an account, from the audit log. */
async function visitReason(db: Queries, personId: string, userId: string): Promise<string | null> {
  const entry = await db.get<{ after: string }>(sql`
    select after from audit_log where object = ${`/users/${userId}`} and action = 'user.visit'
      and actor = ${`/users/${personId}`} order by at desc, id desc limit 1`);
  return entry ? JSON.parse(entry.after).reason : null;
}

async function chooseAccount(context: Context, call: BodyCall<typeof ChooseAccountRequest>) {
  const caller = signedInUser(call.caller);
  const { account_id: id, reason } = call.body;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    if (id === caller.personId) await setAccount(tx, caller, null, false);
    else if (await isMember(tx, caller.personId, id)) await setAccount(tx, caller, id, false);
    else {
      await requireVisit(tx, caller, id, reason);
      await setAccount(tx, caller, id, true);
      await recordAudit(tx, { ...audit, action: "user.visit", object: `/users/${id}`, after: { reason } });
    }
    return json(await accountsOf(tx, { ...caller, userId: id }));
  });
}

async function setAccount(
  tx: Queries,
  { digest, personId }: UserCaller,
  accountId: string | null,
  isVisit: boolean,
) {
  await tx.run(sql`
    update access_token set account_id = ${accountId}, is_visit = ${isVisit ? 1 : 0} where digest = ${digest}`);
  // Its open answers are of the account of before.
  await noteChange(tx, `/users/${personId}`);
}

/** Whether a user may act for an active organization. */
async function isMember(tx: Queries, userId: string, organizationId: string): Promise<boolean> {
  const found = await tx.get(sql`
    select 1 as found from member m join app_user a on a.id = m.organization_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and a.state = 'active'`);
  return found !== undefined;
}

/** 404 for callers who may not view accounts of customers, and for accounts that are none. */
async function requireVisit(
  tx: Queries,
  caller: UserCaller,
  id: string,
  reason: string | undefined,
): Promise<void> {
  const operatorRole = (await findUser(tx, caller.personId))?.operatorRole;
  const isAllowed =
    operatorRole && isPermitted({ ...caller, role: "operator", operatorRole }, "customers.visit");
  const account = await findUser(tx, id);
  if (!isAllowed || account?.role !== "customer" || account.state === "deleted") throw userMissing(id);
  if (reason === undefined) throw forbidden("Say why you view the account: the customer sees the reason.");
}
