import type { ShownApi } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import { visibleApis } from "./apis-record.ts";

/**
 * The registered APIs with documents that a caller may see, by name. Strangers see none, as they see neither APIs nor
 * products.
 */
export async function shownApis(db: Queries, caller: Caller): Promise<readonly ShownApi[]> {
  const visible = visibleTo(caller);
  if (!visible) return [];
  return db.all<ShownApi>(sql`
    select api.id, api.name, api.display_name, api.description, api.path, api.subscription_required, d.version
    from api join api_document d on d.api_id = api.id
    where api.builtin = 0 and api.service_url is not null and (${visible}) order by api.name`);
}

function visibleTo(caller: Caller): Sql | undefined {
  if (isOperator(caller)) return visibleApis(true);
  if (caller.kind === "user")
    return sql`${visibleApis(false)} or ${subscribed(sql`s.owner_id = ${caller.userId}`)}`;
  if (caller.kind !== "subscription") return undefined;
  return sql`${visibleApis(false)} or ${subscribed(sql`s.id = ${caller.subscriptionId}`)}`;
}

function subscribed(own: Sql): Sql {
  return sql`exists (select 1 from subscription s where ${own} and s.state = 'active' and s.deleted_at is null
    and (s.scope = '/apis' or s.scope = '/apis/' || api.id or exists (select 1 from product_api pa
      where pa.product_id = s.product_id and pa.api_id = api.id)))`;
}
