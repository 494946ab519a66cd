import { covers, stateAt } from "../../../access/keys/key-access.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";

interface WatcherRow {
  readonly id: number;
  readonly subscription_id: string;
  readonly scope: string;
  readonly state: string;
  readonly expires_at: number | null;
  readonly in_product: number;
}

/**
 * The subscriptions of some lists that may call an API now: an inactive subscription receives no events. By list.
 */
export async function watchersOf(
  db: Queries,
  lists: Iterable<number>,
  api: string,
  now: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.all<WatcherRow>(sql`
    select l.id, l.subscription_id, s.scope, s.state, s.expires_at,
      case when exists (select 1 from product_api p where p.product_id = s.product_id and p.api_id = ${api})
        then 1 else 0 end as in_product
    from watch_list l join subscription s on s.id = l.subscription_id join app_user u on u.id = s.owner_id
    where u.state = 'active' and l.id in (${list([...lists])})`);
  const may = ({ scope, state, expires_at: expiresAt, in_product }: WatcherRow) =>
    stateAt({ state, expiresAt }, now) === "active" &&
    covers({ scope, apis: new Set(in_product === 1 ? [api] : []) }, api);
  return new Map(rows.filter(may).map(({ id, subscription_id }) => [id, subscription_id]));
}
