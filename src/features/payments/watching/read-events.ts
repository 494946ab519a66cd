import { hourMs, minuteMs } from "../../../base/durations.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import type { PaymentProvider, ProviderEvent } from "../providers/provider.ts";
import { applyEvent } from "../settling/apply-event.ts";
import type { Settlement } from "../settling/settlement.ts";
import { noteRead, type ProviderState } from "./provider-state.ts";

export const readEveryMs = hourMs;
/** Events can get into the list later than others that are newer. */
const overlapMs = 5 * minuteMs;
/** How many are applied at a time: each one is a request to the provider. */
const most = 500;

/**
 * Reads the events since the last time, and applies those that have not come, as if they had. If there are too many, the
 * rest follows soon. Resolves to how many were applied. Throws `ProviderFailed`: what was applied before stays so.
 */
export async function readEvents(
  context: Context,
  settlement: Settlement,
  cards: PaymentProvider,
  { readUntil }: ProviderState,
  open: () => boolean,
): Promise<number> {
  const { database } = context;
  const all = await cards.events(Math.max(0, readUntil - overlapMs));
  const missed = await withoutNoted(database, all);
  const chosen = missed.slice(0, most);
  let applied = 0;
  for (const event of chosen) {
    if (!open()) return applied;
    const outcome = await applyEvent(context, settlement, cards, event);
    if (outcome === "applied" || outcome === "unmatched") applied += 1;
  }
  const isWhole = chosen.length === missed.length;
  const last = isWhole ? all.at(-1) : chosen.at(-1);
  const at = context.clock();
  await noteRead(database, {
    until: last?.createdAt ?? readUntil,
    at,
    nextAt: isWhole ? at + readEveryMs : at,
  });
  return applied;
}

const atOnce = 500;

/** The events that were not noted yet, in their order. */
async function withoutNoted(db: Queries, events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
  const noted = new Set<string>();
  for (let from = 0; from < events.length; from += atOnce) {
    const ids = events.slice(from, from + atOnce).map(({ id }) => id);
    const found = await db.all<{ id: string }>(sql`
      select event_id as id from payment_event where provider = 'stripe' and event_id in (${list(ids)})`);
    for (const { id } of found) noted.add(id);
  }
  return events.filter(({ id }) => !noted.has(id));
}
