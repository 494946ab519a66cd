import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { digestToken, plausibleToken } from "../../../access/tokens.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { memberRoles } from "../../../http/caller.ts";
import { type BodyCall, json } from "../../../http/endpoint.ts";
import { conflict, forbidden } from "../../../http/errors.ts";
import { secret } from "../../../http/validation/secrets.ts";
import { lockUser } from "../../../management/common/user-resource.ts";
import { mailerOf } from "../../../running/account-ports.ts";
import { countMembers, lockOrganization, memberPath, requireCustomer } from "../access.ts";
import { invitations } from "../invitation.ts";

const membersMax = 1000;

export const AcceptRequest = z
  .strictObject({
    invitation_token: secret(z.string().max(256)).describe("As the inviter received it."),
  })
  .meta({ id: "AcceptInvitationRequest", example: { invitation_token: `vgi_${"0".repeat(38)}` } });

export const acceptEndpoint = endpoint({
  id: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
  tag: "Organizations",
  audience: "customer",
  permission: "self.change",
  extension: true,
  summary: "Accept an invitation to an organization",
  description:
    "By the signed-in user whose address was invited; it must be confirmed if the service sends mail. To act for the organization, choose it with `PUT /auth/account`.",
  body: AcceptRequest,
  response: z.object({
    organization_id: z.string(),
    name: z.string().describe("Of the organization."),
    role: z.enum(memberRoles).describe("What the member may do, as `GET /roles` lists it."),
  }),
  errors: ["conflict", "forbidden"],
  handle: acceptInvitation,
});

/** The same for all reasons, so that no token shows whom it is for. */
const refused = () =>
  forbidden(
    "The invitation is invalid, used, withdrawn or expired, or is for another address than the confirmed one of this account. Ask for a new one.",
  );

/** For whoever has a token and an account with its address, although the mailbox can be another's. */
const unconfirmed = () =>
  conflict(
    "Confirm your email address first: open the link that was mailed to you, or send another one. Then accept the invitation again.",
  );

function acceptInvitation(context: Context, call: BodyCall<typeof AcceptRequest>) {
  const { personId } = requireCustomer(call.caller);
  const { invitation_token: token } = call.body;
  if (!plausibleToken(token)) throw refused();
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    // The person first, as deleting a user does.
    const person = await lockUser(tx, personId);
    const [open] = await invitations.select(
      tx,
      sql`where digest = ${digestToken(token)} and expires_at > ${audit.at}`,
    );
    if (person?.state !== "active" || !open || open.emailKey !== person.emailKey) throw refused();
    if (mailerOf(context) && person.emailConfirmedAt === null) throw unconfirmed();
    const { id, firstName: name } = await lockOrganization(tx, open.organizationId);
    // Another call may have used, renewed or withdrawn it before the organization was locked.
    const used = await tx.run(sql`
      delete from organization_invitation where id = ${open.id} and digest = ${digestToken(token)}`);
    if (used === 0) throw refused();
    if ((await countMembers(tx, id)) >= membersMax)
      throw conflict(`Limit reached: ${membersMax} members of ${name}. An owner must remove one first.`);
    await tx.run(sql`
      insert into member (organization_id, user_id, role, joined_at)
      values (${id}, ${personId}, ${open.role}, ${audit.at}) on conflict (organization_id, user_id) do nothing`);
    await recordAudit(tx, {
      ...audit,
      action: "organization.join",
      object: memberPath(id, personId),
      after: { role: open.role },
    });
    return json({ organization_id: id, name, role: open.role });
  });
}
