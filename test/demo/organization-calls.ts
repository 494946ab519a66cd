import { digestToken, mintToken } from "../../src/access/tokens.ts";
import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";

const invitationToken = mintToken("vgi");
let organizationId = "";
let invitationId = "";
let subscriptionId = "";
const organization = () => ({ id: organizationId });
const invitation = () => ({ id: organizationId, invitation_id: invitationId });
const member = () => ({ id: organizationId, user_id: "acme" });

/** An organization, its members and an invitation. */
export const organizationCalls = [
  {
    operation: "createOrganization",
    as: "user",
    json: () => ({ name: "Acme Fleet GmbH" }),
    keep: (body: { id: string }) => {
      organizationId = body.id;
    },
  },
  {
    operation: "transferSubscription",
    as: "user",
    prepare: async ({ database }: Context, { userId }: { userId: string }) => {
      const own = await database.get<{ id: string }>(sql`
        select id from subscription where owner_id = ${userId} and deleted_at is null limit 1`);
      subscriptionId = own!.id;
    },
    params: () => ({ id: subscriptionId }),
    json: () => ({ account_id: organizationId }),
  },
  { operation: "getOrganization", params: organization },
  { operation: "patchOrganization", params: organization, json: () => ({ name: "Acme Fleet SE" }) },
  {
    operation: "createInvitation",
    params: organization,
    json: () => ({ email: "lena@acmefleet.example", role: "billing" }),
    keep: (body: { id: string }) => {
      invitationId = body.id;
    },
  },
  { operation: "listInvitations", params: organization },
  { operation: "renewInvitation", params: invitation },
  { operation: "deleteInvitation", params: invitation },
  {
    operation: "acceptInvitation",
    as: "user",
    prepare: async ({ database, clock }: Context) => {
      await database.run(sql`
        insert into organization_invitation (id, organization_id, email, email_key, role, digest, invited_by, created_at,
          expires_at)
        values ('to-ada', ${organizationId}, 'ada@example.com', 'ada@example.com', 'developer',
          ${digestToken(invitationToken)}, 'operator', ${clock()}, ${clock() + 1000})`);
      await database.run(sql`
        insert into member (organization_id, user_id, role, joined_at)
        values (${organizationId}, 'acme', 'developer', ${clock()})`);
    },
    json: () => ({ invitation_token: invitationToken }),
  },
  { operation: "listMembers", params: organization, query: () => ({ page: 1, page_size: 2 }) },
  { operation: "putMember", params: member, json: () => ({ role: "owner" }) },
  {
    operation: "deleteMember",
    params: ({ userId }: { userId: string }) => ({ id: organizationId, user_id: userId }),
  },
] as const;
