import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { requireStandingHere } from "../../../access/entered.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type MemberRole, memberRoles } from "../../../http/caller.ts";
import { type BodyCall, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { listAnswer, offsetOf, PageQuery } from "../../../http/lists.ts";
import { isHeld, type Permission, permissionNames } from "../../../http/permissions.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { actsForItself, lockUser, ownSession } from "../../../management/common/user-resource.ts";
import { hasOtherOwner } from "../../../management/users/organization-owners.ts";
import { credentialsEnded } from "../../../running/credentials-ended.ts";
import { secondFactorKind, secondFactorOf } from "../../../running/second-factor-of.ts";
import { countMembers, findOrganization, memberPath, requireOrganization, roleOf } from "../access.ts";
import { removeMember, setRole } from "../ended-members.ts";
import { mayMailRole, writeMemberMail } from "../member-mails.ts";

const role = z.enum(memberRoles).describe("What the member may do, as `GET /roles` lists it.");

const Member = z
  .object({
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    role,
    second_factor: secondFactorKind,
    joined_at: z.iso.datetime(),
    last_active_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "When a session or an access token of the member that acts for the organization was last used, accurate to a minute; null if none is left.",
      ),
  })
  .meta({ id: "OrganizationMember" });

export const MemberRequest = z
  .strictObject({ role })
  .meta({ id: "OrganizationMemberRequest", example: { role: "developer" } });

const success = z.object({ status: z.literal("success"), user_id: z.string() });
const byId = z.object({ id: entityId });
const byUserId = z.object({ id: entityId, user_id: entityId });
type ByUserId = z.output<typeof byUserId>;

const common = { tag: "Organizations", audience: "customer", extension: true } as const;

export const memberEndpoints = [
  endpoint({
    ...common,
    id: "listMembers",
    exported: "members",
    method: "GET",
    path: "/organizations/{id}/members",
    permission: "account.view",
    summary: "List the members of an organization, the oldest first",
    params: byId,
    query: PageQuery,
    response: z.array(Member),
    errors: ["not_found"],
    handle: listMembers,
  }),
  endpoint({
    ...common,
    id: "putMember",
    method: "PUT",
    path: "/organizations/{id}/members/{user_id}",
    permission: "members.change",
    summary: "Change the role of a member",
    description:
      "It applies to the next call. 409 for the last owner: to hand over an organization, make another member an owner first.",
    params: byUserId,
    body: MemberRequest,
    response: z.object({ user_id: z.string(), role }),
    errors: ["not_found", "conflict"],
    handle: putMember,
  }),
  endpoint({
    ...common,
    id: "deleteMember",
    effect: { itself: "change", others: "enter" },
    method: "DELETE",
    path: "/organizations/{id}/members/{user_id}",
    permission: "self.change",
    summary: "Remove a member, or leave an organization",
    description:
      "Owners remove others; every member can leave, also without having chosen the organization. The member's next call for it returns 403, its access tokens for it are revoked, and its event streams end. Keys of subscriptions stay: replace those that the member knows. 409 for the last owner.",
    params: byUserId,
    response: success,
    errors: ["not_found", "conflict", "forbidden"],
    handle: deleteMember,
  }),
];

type ListedRow = Omit<z.output<typeof Member>, "joined_at" | "last_active_at"> & {
  readonly joined: number;
  readonly active: number | null;
};

async function listMembers(
  context: Context,
  { caller, params: { id }, query }: QueryCall<typeof PageQuery, { id: string }>,
) {
  const { database } = context;
  requireOrganization(caller, id, "account.view");
  await findOrganization(database, id);
  const rows = await database.all<ListedRow>(sql`
    select m.user_id, u.first_name || ' ' || u.last_name as name, u.email, m.role,
      ${secondFactorOf(context, sql`m.user_id`)} as second_factor, m.joined_at as joined,
      (select max(t.last_used_at) from access_token t where t.user_id = m.user_id and t.account_id = ${id}
      ) as active
    from member m join app_user u on u.id = m.user_id where m.organization_id = ${id}
    order by m.joined_at, m.user_id limit ${query.page_size} offset ${offsetOf(query)}`);
  const items = rows.map(
    ({ joined, active, ...row }): z.output<typeof Member> => ({
      ...row,
      joined_at: isoTime(joined),
      last_active_at: isoTime(active),
    }),
  );
  return listAnswer(items, await countMembers(database, id), `/organizations/${id}/members`, query);
}

async function putMember(context: Context, call: BodyCall<typeof MemberRequest, ByUserId>) {
  const { id, user_id: userId } = call.params;
  requireOrganization(call.caller, id, "members.change");
  const { role } = call.body;
  const audit = auditContext(context, call);
  const mayMail = await mayMailRole(context, userId);
  return call.change(async (tx) => {
    const before = await lockMember(tx, id, userId);
    if (before !== role) {
      const { caller } = call;
      if (caller.kind === "user" && caller.personId === userId) await requireStandingHere(tx, caller);
      if (before === "owner") await requireOtherOwner(tx, id, userId);
      await setRole(tx, { organization: id, user: userId }, { former: before, role });
      const has = (permission: Permission, memberRole: MemberRole) =>
        isHeld(permission, { role: "customer", memberRole });
      const changed = permissionNames.filter((one) => has(one, before) !== has(one, role));
      const whose = { userId, accountId: id };
      if (changed.some((one) => has(one, before))) await credentialsEnded(tx, context, whose, "roleNarrowed");
      // Its access tokens for the organization were made for less.
      if (changed.some((one) => has(one, role))) await credentialsEnded(tx, context, whose, "memberRaised");
      await recordAudit(tx, {
        ...audit,
        action: "organization.change_role",
        object: memberPath(id, userId),
        before: { role: before },
        after: { role },
      });
      if (mayMail)
        await writeMemberMail(context, tx, { id, userId, kind: "member_role_changed", role, at: audit.at });
    }
    return json({ user_id: userId, role });
  });
}

function deleteMember(context: Context, call: Call<ByUserId>) {
  const { id, user_id: userId } = call.params;
  if (!actsForItself(call.caller, userId)) requireOrganization(call.caller, id, "members.change");
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const before = await lockMember(tx, id, userId);
    if (before === "owner") await requireOtherOwner(tx, id, userId);
    // Before the member's tokens for the organization go: one of them may be the caller's.
    const session = ownSession(call.caller, userId);
    await credentialsEnded(tx, context, { userId, accountId: id, session }, "memberRemoved");
    await removeMember(tx, { organization: id, user: userId });
    await recordAudit(tx, {
      ...audit,
      action: "organization.remove_member",
      object: memberPath(id, userId),
      before: { role: before },
    });
    await writeMemberMail(context, tx, { id, userId, kind: "member_removed", role: before, at: audit.at });
    return json({ status: "success", user_id: userId });
  });
}

/** Locks the organization, and resolves to the member's role. The 404 does not show whether the organization exists. */
async function lockMember(tx: Queries, id: string, userId: string): Promise<MemberRole> {
  await lockUser(tx, id);
  const found = await roleOf(tx, id, userId);
  if (!found) throw notFound(`User ${userId} is not a member of organization ${id}.`);
  return found;
}

async function requireOtherOwner(tx: Queries, id: string, userId: string): Promise<void> {
  if (!(await hasOtherOwner(tx, id, userId)))
    throw conflict(
      "The last owner can neither leave nor become anything else. Make another member an owner first.",
    );
}
