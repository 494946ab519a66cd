import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { isOperator } from "../../http/caller.ts";
import type { Call } from "../../http/endpoint.ts";
import { offsetOf, PageQuery, pageHeaders } from "../../http/lists.ts";
import { entryKinds } from "../../metering/credits/grants/grant.ts";
import { Accept, type Accepting, reportAnswer } from "../common/csv-answer.ts";
import { entityId } from "../common/identifiers.ts";
import { type DayUse, type LedgerLine, type LedgerRow, ledgerLines } from "./ledger-rows.ts";
import { findSubscription, requireSubscription } from "./subscription-resource.ts";

export const LedgerEntry = z
  .object({
    id: z.string().nullable().describe("Null for charges."),
    timestamp: z.iso
      .datetime()
      .describe(
        "For charges, the start of the last hour in which they were made, or the entry that precedes or follows them within that hour.",
      ),
    kind: z
      .enum([...entryKinds, "charge"])
      .describe(
        "`grant` when the subscription starts or an operator grants; `bump`, `adjust` and `set` by an operator; `renewal` when a period starts; `purchase` for bought credits; `expire` for credits that were not used in time; `write_off` for calls charged to credits of a lost node; `charge` for lookups.",
      ),
    change: z.int().describe("The credits added; negative for credits removed or used."),
    balance: z.int().nullable().describe("The credits left after it; null while they were unlimited."),
    reason: z.string().nullable(),
    actor: z.string().nullable().optional().describe("Who made the entry. Only operators see it."),
  })
  .meta({ id: "LedgerEntry" });

export const ledgerEndpoints = [
  endpoint({
    id: "listLedger",
    exported: "subscriptions/{id}/ledger",
    method: "GET",
    path: "/subscriptions/{subscription_id}/ledger",
    tag: "Subscriptions",
    summary: "List a subscription's grants, charges and adjustments, newest first",
    description:
      "The sum of all changes is the credits granted minus the credits used. Each day's lookups are one entry, or several if the balance was changed on that day.",
    audience: "customer",
    permission: "credits.view",
    params: z.object({ subscription_id: entityId }),
    query: PageQuery,
    headers: Accept,
    response: z.array(LedgerEntry),
    types: ["application/json", "text/csv"],
    errors: ["not_found"],
    extension: true,
    readsUsage: true,
    handle: listLedger,
  }),
];

async function listLedger(
  context: Context,
  call: Call<{ subscription_id: string }, z.output<typeof PageQuery>, Accepting>,
) {
  const { subscription_id: id } = call.params;
  const db = context.database;
  const subscription = requireSubscription(await findSubscription(db, id), id, call.caller);
  const lines = await readLines(db, id, subscription.unlimited === 1);
  const operator = isOperator(call.caller);
  const first = offsetOf(call.query);
  const items = lines
    .reverse()
    .slice(first, first + call.query.page_size)
    .map((line) => entryOf(line, operator));
  const headers = pageHeaders(lines.length, `/subscriptions/${id}/ledger`, call.query);
  const columns = Object.keys(LedgerEntry.shape).filter((name) => operator || name !== "actor");
  const answer = reportAnswer(call.headers.accept, "ledger", items, columns, items);
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

async function readLines(db: Queries, id: string, unlimited: boolean): Promise<LedgerLine[]> {
  const rows = await db.all<LedgerRow>(sql`
    select id, at, kind, delta as change, reason, actor, remaining_after as "left" from credit_ledger
    where subscription_id = ${id}`);
  const days = await db.all<DayUse>(sql`
    select day, cast(sum(credits) as bigint) as credits, max(hour) as "lastHour"
    from (select hour - hour % ${dayMs} as day, hour, credits from usage_hourly
      where subscription_id = ${id} and credits > 0) used
    group by day order by day`);
  return ledgerLines(rows, days, unlimited);
}

function entryOf({ at, actor, ...line }: LedgerLine, operator: boolean): z.output<typeof LedgerEntry> {
  const { id, kind, change, balance, reason } = line;
  return { id, timestamp: isoTime(at), kind, change, balance, reason, ...(operator && { actor }) };
}
