import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import type { DecisionKind } from "../../decisions/kind.ts";
import type { Restoring } from "../../decisions/restoring.ts";
import type { MemberRole } from "../../http/caller.ts";

interface Membership {
  readonly organization: string;
  readonly user: string;
}

const kind = { group: "ended", unconfirmed: "done" } as const;

/** A removed member, unless it joined again later. */
const removed: DecisionKind<Membership> = {
  ...kind,
  name: "member",
  shown: "members removed",
  replay: (tx, membership, { at }) => deleteMembership(tx, membership, sql`joined_at <= ${at}`),
};

/** A role with fewer permissions than an owner's. */
const lowered: DecisionKind<Membership & { readonly former: MemberRole; readonly role: MemberRole }> = {
  ...kind,
  name: "member-role",
  shown: "roles of members lowered",
  // Only from the role of then: of two changes on two nodes the later one can be read first.
  replay: (tx, { organization, user, former, role }, { at }) =>
    tx.run(sql`
      update member set role = ${role}
      where organization_id = ${organization} and user_id = ${user} and role in (${former}, 'owner')
        and role <> ${role} and joined_at <= ${at}`),
};

/** Invitations that were used, renewed or withdrawn are not known to be. */
export const organizationsRestoring: Restoring = {
  kinds: [removed, lowered],
  epochBegins: (tx) => tx.run(sql`delete from organization_invitation`),
};

/** Removes a member. Its sessions stay: their next call is refused with a reason. */
export async function removeMember(tx: Queries, membership: Membership): Promise<void> {
  await deleteMembership(tx, membership, sql`1 = 1`);
  decide(tx, removed, membership);
}

const deleteMembership = (tx: Queries, { organization, user }: Membership, which: Sql): Promise<number> =>
  tx.run(sql`delete from member where organization_id = ${organization} and user_id = ${user} and ${which}`);

/** Changes a member's role from another one. */
export async function setRole(
  tx: Queries,
  membership: Membership,
  { former, role }: { readonly former: MemberRole; readonly role: MemberRole },
): Promise<void> {
  const { organization, user } = membership;
  await tx.run(sql`
    update member set role = ${role} where organization_id = ${organization} and user_id = ${user}`);
  if (role !== "owner") decide(tx, lowered, { ...membership, former, role });
}
