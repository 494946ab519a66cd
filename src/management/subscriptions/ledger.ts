import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { isOperator } from "../../http/caller.ts";
import type { Call } from "../../http/endpoint.ts";
import { listAnswer, offsetOf, PageQuery } from "../../http/lists.ts";
import { entityId } from "../common/identifiers.ts";
import { findSubscription, requireSubscription } from "./subscription-resource.ts";

export const LedgerEntry = z
  .object({
    id: z.string().nullable().describe("Null for the charges of a day."),
    timestamp: z.iso.datetime().describe("For the charges of a day, its start in UTC."),
    kind: z
      .enum(["grant", "bump", "adjust", "set", "write_off", "charge"])
      .describe(
        "`grant` when the subscription starts; `bump`, `adjust` and `set` by an operator; `write_off` for calls charged to credits of a lost node; `charge` for the lookups of a day.",
      ),
    change: z.int().describe("The credits added; negative for credits removed or used."),
    reason: z.string().nullable(),
    actor: z.string().nullable().optional().describe("Who made the entry. Only operators see it."),
  })
  .meta({ id: "LedgerEntry" });

export const ledgerEndpoints = [
  endpoint({
    id: "listLedger",
    method: "GET",
    path: "/subscriptions/{subscription_id}/ledger",
    tag: "Subscriptions",
    summary: "List a subscription's grants, charges and adjustments, newest first",
    description:
      "The sum of all changes is the credits granted minus the credits used. Each day's lookups are one entry.",
    audience: "customer",
    params: z.object({ subscription_id: entityId }),
    query: PageQuery,
    response: z.array(LedgerEntry),
    errors: ["not_found"],
    extension: true,
    readsUsage: true,
    handle: listLedger,
  }),
];

interface EntryRow {
  readonly id: string | null;
  readonly at: number;
  readonly kind: z.output<typeof LedgerEntry>["kind"];
  readonly change: number;
  readonly reason: string | null;
  readonly actor: string | null;
}

async function listLedger(
  context: Context,
  call: Call<{ subscription_id: string }, z.output<typeof PageQuery>>,
) {
  const { subscription_id: id } = call.params;
  const db = context.database;
  requireSubscription(await findSubscription(db, id), id, call.caller);
  const entries = sql`
    select id, at, kind, delta as change, reason, actor from credit_ledger where subscription_id = ${id}
    union all
    select null, day, 'charge', cast(-sum(credits) as bigint), null, null
    from (select hour - hour % ${dayMs} as day, credits from usage_hourly
      where subscription_id = ${id} and credits > 0) charges
    group by day`;
  const counted = await db.get<{ total: number }>(sql`select count(*) as total from (${entries}) entries`);
  const rows = await db.all<EntryRow>(sql`
    select * from (${entries}) entries order by at desc, kind, id desc
    limit ${call.query.page_size} offset ${offsetOf(call.query)}`);
  const operator = isOperator(call.caller);
  const items = rows.map(
    ({ id, at, kind, change, reason, actor }): z.output<typeof LedgerEntry> => ({
      id,
      timestamp: isoTime(at),
      kind,
      change,
      reason,
      ...(operator && { actor }),
    }),
  );
  const path = `/subscriptions/${id}/ledger`;
  return listAnswer(items, counted!.total, path, call.query);
}
