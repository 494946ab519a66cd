import { dayMs } from "../../base/durations.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { integer, text, word } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import { memberRoles } from "../../http/caller.ts";

/** How long an invitation can be accepted. */
export const invitationMs = 7 * dayMs;

export const invitations = new Table({
  name: "organization_invitation",
  as: "i",
  key: ["id"],
  members: {
    id: text,
    organizationId: text,
    email: text,
    emailKey: text,
    role: word(...memberRoles),
    digest: text,
    /** As the audit log has it. */
    invitedBy: text,
    createdAt: integer,
    expiresAt: integer,
  },
});
export type Invitation = Row<typeof invitations>;

/** A condition: the invitations that a user made, whom they name as the audit log does. */
export const invitedBy = (userId: string): Sql => sql`invited_by = ${`/users/${userId}`}`;

/** The object of an invitation in the audit log. */
export const invitationPath = (row: Invitation) =>
  `/organizations/${row.organizationId}/invitations/${row.id}`;
