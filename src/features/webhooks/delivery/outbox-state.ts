import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { eventAt } from "./deliveries.ts";

/** How far the delivery of events is behind, and what is disabled. */
export interface OutboxState {
  /** Milliseconds since the oldest due delivery or new event should have been served; 0 if none is due. */
  readonly lateMs: number;
  readonly active: number;
  readonly disabled: number;
  /** The number of disabled webhooks of operators. */
  readonly disabledOwn: number;
}

/** Deliveries that wait because their address fails are not late. */
export async function readOutbox(db: Queries, now: number): Promise<OutboxState> {
  const row = await db.get<{
    due: number | null;
    waits: number | null;
    active: number;
    disabled: number;
    disabled_own: number;
  }>(sql`
    select (select min(next_at) from webhook where next_at is not null) as due,
      (select min(${eventAt}) from outbox_event e where e.addressed = 0) as waits,
      (select count(*) from webhook where state = 'active') as active,
      (select count(*) from webhook where state = 'disabled') as disabled,
      (select count(*) from webhook where state = 'disabled' and user_id is null) as disabled_own`);
  const oldest = Math.min(row!.due ?? now, row!.waits ?? now);
  return {
    lateMs: Math.max(0, now - oldest),
    active: row!.active,
    disabled: row!.disabled,
    disabledOwn: row!.disabled_own,
  };
}
