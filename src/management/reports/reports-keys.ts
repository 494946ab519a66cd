import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { list, sql } from "../../database/sql.ts";
import { keySlots } from "../../http/caller.ts";
import type { Call } from "../../http/endpoint.ts";
import { callsOf, type KeyGroup } from "../../metering/requests/request-groups.ts";
import { Accept, type Accepting, reportAnswer } from "../common/csv-answer.ts";
import { callFilter, callFilters, loggedPart } from "./reports-calls.ts";
import { LogWindow, logWindow, scopeOf, windowEnds, windowOf } from "./reports-query.ts";
import { UserMetrics } from "./reports-records.ts";

const Query = z.object({ ...windowEnds, ...callFilters });

/** The calls of one of a subscription's keys. */
const KeyRecord = z.object({
  subscription_id: z.string(),
  subscription_name: z.string().describe("The display name of the subscription."),
  user_id: z.string().describe("The user who owns the subscription now."),
  key: z
    .enum(keySlots)
    .nullable()
    .describe("The slot of the key, also if it was replaced. Null for calls from before keys were recorded."),
  ...UserMetrics.pick({
    call_count_success: true,
    call_count_blocked: true,
    call_count_failed: true,
    call_count_other: true,
    call_count_total: true,
    call_count_fault: true,
    credits: true,
  }).shape,
  last_at: z.iso.datetime().describe("When the newest of them was made."),
});

const KeyResponse = z.object({ items: z.array(KeyRecord), ...LogWindow });

export const keyReportEndpoints = [
  endpoint({
    id: "reportByKey",
    method: "GET",
    path: "/reports/byKey",
    tag: "Reports",
    summary: "Report the calls and credits of each key",
    description:
      "The key with the most calls is first. The figures come from the request log. Customers see only their own calls. Test keys are included; no other report counts their calls.",
    audience: "customer",
    permission: "calls.view",
    query: Query,
    headers: Accept,
    response: KeyResponse,
    types: ["application/json", "text/csv"],
    readsUsage: true,
    extension: true,
    handle: reportByKey,
  }),
];

async function reportByKey(context: Context, call: Call<unknown, z.output<typeof Query>, Accepting>) {
  const { query, caller, headers } = call;
  const db = context.database;
  const requested = windowOf(query, context.clock());
  const scope = scopeOf(caller, { userId: query.user_id, subscriptionId: query.subscription_id });
  const { window } = await loggedPart(db, requested);
  const { groups, from } = await context.requestLog.groupKeys(scope, callFilter(query), window);
  const ids = [...new Set(groups.map(({ subscriptionId }) => subscriptionId))];
  const rows = await db.all<Owned>(
    sql`select id, display_name, owner_id as user_id from subscription where id in (${list(ids)})`,
  );
  const owned = new Map(rows.map((row) => [row.id, row]));
  const items = groups.map((group) => keyRecord(group, owned.get(group.subscriptionId)));
  const report = { items, ...logWindow(requested, window, from) };
  return reportAnswer(headers.accept, "byKey", report, Object.keys(KeyRecord.shape), items);
}

interface Owned {
  readonly id: string;
  readonly display_name: string;
  readonly user_id: string;
}

function keyRecord(group: KeyGroup, owned: Owned | undefined) {
  const { subscriptionId, key, calls, credits, lastAt } = group;
  return {
    subscription_id: subscriptionId,
    subscription_name: owned?.display_name ?? "",
    user_id: owned?.user_id ?? "",
    key,
    call_count_success: calls.success,
    call_count_blocked: calls.blocked,
    call_count_failed: calls.failed + calls.fault,
    call_count_other: calls.other,
    call_count_total: callsOf(group),
    call_count_fault: calls.fault,
    credits,
    last_at: isoTime(lastAt),
  } satisfies z.output<typeof KeyRecord>;
}
