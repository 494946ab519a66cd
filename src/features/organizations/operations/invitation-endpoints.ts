import { z } from "zod";
import { type AuditContext, actorName, auditContext, recordAudit } from "../../../access/audit.ts";
import { digestToken, mintToken } from "../../../access/tokens.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { memberRoles } from "../../../http/caller.ts";
import { type BodyCall, type Call, json, noStore } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { emailAddress, emailKey } from "../../../management/common/user-resource.ts";
import { findOrganization, lockOrganization, lockToGive, requireOrganization } from "../access.ts";
import { type Invitation, invitationMs, invitationPath, invitations } from "../invitation.ts";
import { limitInvitations, mailInvitation } from "../member-mails.ts";

/** Open ones of an organization. */
const openMax = 100;

const role = z.enum(memberRoles).describe("What the member will be able to do, as `GET /roles` lists it.");

const InvitationShown = z
  .object({
    id: z.string(),
    email: z.string().describe("The address that accepts it."),
    role,
    invited_by: z.string().describe("Who invited, as the audit log names it."),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe("7 days after it was made or renewed."),
  })
  .meta({ id: "OrganizationInvitation" });

const NewInvitation = InvitationShown.extend({
  invitation_token: z
    .string()
    .describe("To hand over to the invited person. It is shown once, and useless to any other account."),
  sent: z
    .boolean()
    .describe(
      "Whether it was mailed. It is not if the service sends no mail, if the inviter's own address is not confirmed, or if the address has been sent as many mails as others may cause.",
    ),
}).meta({ id: "NewOrganizationInvitation" });

export const InvitationRequest = z
  .strictObject({
    email: emailAddress.describe("The address that the account of the invited person has, or will have."),
    role: role.default("developer"),
  })
  .meta({
    id: "OrganizationInvitationRequest",
    example: { email: "lena@acmefleet.example", role: "developer" },
  });

const byId = z.object({ id: entityId });
const byInvitationId = z.object({ id: entityId, invitation_id: entityId });
type ByInvitationId = z.output<typeof byInvitationId>;

const common = {
  tag: "Organizations",
  audience: "customer",
  permission: "members.change",
  extension: true,
} as const;

export const invitationEndpoints = [
  endpoint({
    ...common,
    id: "listInvitations",
    exported: "invitations",
    method: "GET",
    path: "/organizations/{id}/invitations",
    summary: "List the open invitations of an organization, newest first",
    params: byId,
    response: z.array(InvitationShown),
    errors: ["not_found"],
    handle: listInvitations,
  }),
  endpoint({
    ...common,
    id: "createInvitation",
    method: "POST",
    path: "/organizations/{id}/invitations",
    summary: "Invite a person to an organization",
    description: `Returns a token that only the account with this address can accept, once, within 7 days. At most ${openMax} are open at a time.`,
    params: byId,
    body: InvitationRequest,
    response: NewInvitation,
    errors: ["not_found", "conflict", "rate_limited"],
    idempotent: true,
    handle: createInvitation,
  }),
  endpoint({
    ...common,
    id: "renewInvitation",
    method: "POST",
    path: "/organizations/{id}/invitations/{invitation_id}/renew",
    summary: "Replace the token of an invitation; it is valid for 7 days from now",
    description: "The token before it ends. No body is read.",
    params: byInvitationId,
    response: NewInvitation,
    errors: ["not_found", "rate_limited"],
    idempotent: true,
    handle: renewInvitation,
  }),
  endpoint({
    ...common,
    id: "deleteInvitation",
    method: "DELETE",
    path: "/organizations/{id}/invitations/{invitation_id}",
    summary: "Withdraw an invitation",
    params: byInvitationId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["not_found"],
    handle: deleteInvitation,
  }),
];

const shown = (row: Invitation): z.output<typeof InvitationShown> => ({
  ...wireOf(row, "id", "email", "role", "invitedBy"),
  ...timesOf(row, "createdAt", "expiresAt"),
});

const shownWith = (row: Invitation, token: string, sent: boolean) =>
  json(Object.assign(shown(row), { invitation_token: token, sent }), noStore);

const missing = (id: string) =>
  notFound(`Invitation ${id} not found: it was used or withdrawn, or has expired.`);

async function listInvitations(
  { database, clock }: Context,
  { caller, params: { id } }: Call<{ id: string }>,
) {
  requireOrganization(caller, id, "members.change");
  await findOrganization(database, id);
  const rows = await invitations.select(
    database,
    sql`where organization_id = ${id} and expires_at > ${clock()} order by created_at desc, id desc`,
  );
  return json(rows.map(shown));
}

async function createInvitation(context: Context, call: BodyCall<typeof InvitationRequest, { id: string }>) {
  const { id } = call.params;
  requireOrganization(call.caller, id, "members.change");
  const mayMail = await limitInvitations(context, call.caller, call.body.email);
  const audit = auditContext(context, call);
  const token = mintToken("vgi");
  return call.change(async (tx) => {
    await lockToGive(tx, call.caller, id);
    await requireInvitable(tx, id, call.body.email, audit.at);
    const row = {
      id: uuidv7(audit.at),
      organizationId: id,
      ...call.body,
      emailKey: emailKey(call.body.email),
      digest: digestToken(token),
      invitedBy: actorName(audit.actor),
      createdAt: audit.at,
      expiresAt: audit.at + invitationMs,
    };
    await invitations.insert(tx, row);
    await noteInvitation(tx, audit, "organization.invite", row);
    return shownWith(row, token, mayMail && (await mailInvitation(context, tx, row, token, audit)));
  });
}

/** 409 for the address of a member or of an open invitation, and above the most open ones. Expired ones are deleted. */
async function requireInvitable(tx: Queries, id: string, email: string, now: number): Promise<void> {
  const key = emailKey(email);
  await tx.run(sql`
    delete from organization_invitation where organization_id = ${id} and expires_at <= ${now}`);
  const open = await tx.all<{ email_key: string }>(sql`
    select email_key from organization_invitation where organization_id = ${id}`);
  if (open.some((one) => one.email_key === key))
    throw conflict(`${email} is invited already. Renew or withdraw that invitation.`);
  if (open.length >= openMax)
    throw conflict(`Limit reached: ${openMax} open invitations. Withdraw one first.`);
  const member = await tx.get(sql`
    select 1 as found from member m join app_user u on u.id = m.user_id
    where m.organization_id = ${id} and u.email_key = ${key}`);
  if (member) throw conflict(`${email} is a member already. Change the role instead.`);
}

async function renewInvitation(context: Context, call: Call<ByInvitationId>) {
  const { id, invitation_id: invitationId } = call.params;
  requireOrganization(call.caller, id, "members.change");
  const open = await context.database.get<{ email: string }>(sql`
    select email from organization_invitation where organization_id = ${id} and id = ${invitationId}`);
  if (!open) throw missing(invitationId);
  const mayMail = await limitInvitations(context, call.caller, open.email);
  const audit = auditContext(context, call);
  const token = mintToken("vgi");
  return call.change(async (tx) => {
    await lockToGive(tx, call.caller, id);
    const row = await invitations.get(
      tx,
      sql`update organization_invitation set digest = ${digestToken(token)}, expires_at = ${audit.at + invitationMs}
      where organization_id = ${id} and id = ${invitationId} and expires_at > ${audit.at} ${invitations.returning}`,
    );
    if (!row) throw missing(invitationId);
    await noteInvitation(tx, audit, "organization.renew_invitation", row);
    return shownWith(row, token, mayMail && (await mailInvitation(context, tx, row, token, audit)));
  });
}

function deleteInvitation(context: Context, call: Call<ByInvitationId>) {
  const { id, invitation_id: invitationId } = call.params;
  requireOrganization(call.caller, id, "members.change");
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    await lockOrganization(tx, id);
    const row = await invitations.get(
      tx,
      sql`delete from organization_invitation
      where organization_id = ${id} and id = ${invitationId} and expires_at > ${audit.at} ${invitations.returning}`,
    );
    if (!row) throw missing(invitationId);
    await noteInvitation(tx, audit, "organization.withdraw_invitation", row);
    return json({ status: "success", id: invitationId });
  });
}

/** The log does not name the address, which is deleted with the person. */
function noteInvitation(tx: Queries, audit: AuditContext, action: string, row: Invitation): Promise<void> {
  return recordAudit(tx, { ...audit, action, object: invitationPath(row), after: { role: row.role } });
}
