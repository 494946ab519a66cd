import type { Migration } from "../../database/migration.ts";

/** Invitations that are open. Used and withdrawn ones are deleted. */
export const organizationInvitations: Migration = {
  id: "0035-organizations",
  summary: "stores invitations to organizations",
  statements: ({ integer, text, strict }) => [
    `create table organization_invitation (
      id ${text} primary key, organization_id ${text} not null, email ${text} not null, email_key ${text} not null,
      role ${text} not null, digest ${text} not null unique, invited_by ${text} not null,
      created_at ${integer} not null, expires_at ${integer} not null, unique (organization_id, email_key)) ${strict}`,
    "create index organization_invitation_email on organization_invitation (email_key)",
    "create index organization_invitation_expiry on organization_invitation (expires_at)",
  ],
};
