import { dayMs } from "../../base/durations.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { MemberRole } from "../../http/caller.ts";

/** How long an invitation can be accepted. */
export const invitationMs = 7 * dayMs;

export interface InvitationRow {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly email_key: string;
  readonly role: MemberRole;
  readonly invited_by: string;
  /** Milliseconds UTC, as all times here. */
  readonly created_at: number;
  readonly expires_at: number;
}

/** A condition: the invitations that a user made, whom they name as the audit log does. */
export const invitedBy = (userId: string): Sql => sql`invited_by = ${`/users/${userId}`}`;

/** The object of an invitation in the audit log. */
export const invitationPath = (row: InvitationRow) =>
  `/organizations/${row.organization_id}/invitations/${row.id}`;
