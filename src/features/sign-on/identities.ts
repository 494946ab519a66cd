import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** A linked identity. Issuer and subject name it; the address is only shown. Times are milliseconds UTC. */
export interface IdentityRow {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly user_id: string;
  readonly email: string | null;
  readonly linked_at: number;
  readonly last_used_at: number | null;
}

export type Subject = Pick<IdentityRow, "issuer" | "subject">;

export function findIdentity(db: Queries, { issuer, subject }: Subject): Promise<IdentityRow | undefined> {
  return db.get<IdentityRow>(sql`
    select * from identity where issuer = ${issuer} and subject = ${subject}`);
}

export function identitiesOf(db: Queries, userId: string): Promise<IdentityRow[]> {
  return db.all<IdentityRow>(sql`
    select * from identity where user_id = ${userId} order by linked_at, id`);
}

/** Throws `UniqueViolation` if the identity is linked. */
export async function insertIdentity(tx: Queries, row: IdentityRow): Promise<void> {
  await tx.run(sql`
    insert into identity (id, issuer, subject, user_id, email, linked_at, last_used_at)
    values (${row.id}, ${row.issuer}, ${row.subject}, ${row.user_id}, ${row.email}, ${row.linked_at},
      ${row.last_used_at})`);
}
