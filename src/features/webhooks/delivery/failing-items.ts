import { dayMs } from "../../../base/durations.ts";
import { timeOf } from "../../../base/format/words.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type InboxItem, itemsMost } from "../../../running/inbox-item.ts";
import { failingMaxMs } from "./disable.ts";

/** A customer repairs its own address; after this time an operator helps. */
const customerMs = dayMs;

interface Row {
  readonly id: string;
  readonly url: string;
  readonly user_id: string | null;
  readonly name: string | null;
  readonly since: number;
  readonly state: "active" | "disabled";
}

/** Webhooks whose deliveries fail: all of operators, and those of customers that have failed for a day. */
export async function failingItems(db: Queries, now: number): Promise<InboxItem[]> {
  const own = sql`select id from webhook where user_id is null and failing_since is not null`;
  const others = sql`
    select id from webhook where failing_since <= ${now - customerMs} and state = 'active' and user_id is not null`;
  const disabled = sql`select id from webhook where user_id is null and state = 'disabled'`;
  const rows = await db.all<Row>(sql`
    select w.id, w.url, w.user_id, w.state, coalesce(w.failing_since, w.disabled_at, w.updated_at) as since,
      (select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = w.user_id) as name
    from webhook w where w.id in (${own} union all ${others} union all ${disabled}) order by since, w.id limit ${itemsMost}`);
  return rows.map(itemOf);
}

function itemOf({ id, url, user_id: user, name, since, state }: Row): InboxItem {
  const isOwn = user === null;
  const isActive = state === "active";
  const deadline = since + failingMaxMs;
  const whose = isOwn ? "Your webhook" : `The webhook of ${name}`;
  return {
    id: `webhook.${id}`,
    kind: isOwn ? "webhook" : "customer_webhook",
    permission: "events.view",
    code: `${isOwn ? "webhook" : "customer_webhook"}_${isActive ? "failing" : "disabled"}`,
    values: { url, ...(name !== null && { account: name }), ...(isActive && { disabled_at: deadline }) },
    since,
    ...(isActive ? { deadline } : { harm: "risk" }),
    found: `${whose} ${isActive ? "fails" : "is disabled"}: ${url}`,
    consequence: isActive
      ? `It is disabled on ${timeOf(deadline)} UTC, and what waits for it fails.`
      : "No event is sent to it.",
    action: { code: "open_deliveries", object: `/webhooks/${id}` },
    ...(user !== null && { account: user }),
  };
}
