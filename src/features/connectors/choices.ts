import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { memberRolesSql } from "./assistants.ts";

/** A subscription that a user can connect an assistant with. */
export interface Choice {
  readonly id: string;
  readonly display_name: string;
  readonly owner_id: string;
  readonly product_id: string | null;
  readonly plan: string | null;
  readonly account: string;
}

const choicesMax = 100;

/** The active subscriptions of a user, and of organizations in which its role may use keys; at most 100. */
export async function choicesOf(
  db: Queries,
  personId: string,
  now: number,
  subscriptionId?: string,
): Promise<Choice[]> {
  const one = subscriptionId === undefined ? sql`1 = 1` : sql`s.id = ${subscriptionId}`;
  const rows = await db.all<Omit<Choice, "account"> & { first_name: string; last_name: string }>(sql`
    select s.id, s.display_name, s.owner_id, s.product_id, p.display_name as plan, o.first_name, o.last_name
    from subscription s join app_user o on o.id = s.owner_id left join product p on p.id = s.product_id
      left join member m on m.organization_id = s.owner_id and m.user_id = ${personId}
    where s.state = 'active' and s.deleted_at is null and (s.expires_at is null or s.expires_at > ${now})
      and o.state = 'active' and (s.owner_id = ${personId} or m.role in (${memberRolesSql})) and ${one}
    order by case when s.owner_id = ${personId} then 0 else 1 end, s.created_at, s.id limit ${choicesMax}`);
  return rows.map(({ first_name: first, last_name: last, ...row }) => ({
    ...row,
    account: [first, last].filter((name) => name !== "").join(" "),
  }));
}
