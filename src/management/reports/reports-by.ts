import { z } from "zod";
import { requireKey } from "../../calls/admission/management-limit.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { list, type Sql, sql } from "../../database/sql.ts";
import type { Call } from "../../http/endpoint.ts";
import { offsetOf, PageQuery } from "../../http/lists.ts";
import { minutesFrom } from "../../metering/usage/log-start.ts";
import { sumUsage, type UsageScope, usedPart } from "../../metering/usage/usage-read.ts";
import { spansOf, widen } from "../../metering/usage/usage-spans.ts";
import { Accept, type Accepting, reportAnswer } from "../common/csv-answer.ts";
import { countedWindow, filter, scopeOf, widenedNote, windowEnds, windowOf } from "./reports-query.ts";
import {
  foldRows,
  MetricsRecord,
  MetricsResponse,
  metricsOf,
  metricsResponse,
  SubscriptionMetrics,
  UserMetrics,
} from "./reports-records.ts";

const KeyQuery = z.object({ ...windowEnds, ...PageQuery.shape });
const Query = KeyQuery.extend({
  subscription_id: filter,
  user_id: filter,
  api_id: filter.describe("Only calls of this API."),
});

/** What a report groups calls by, and how it names the groups. */
interface Grouping {
  readonly by: "api" | "subscription" | "user";
  readonly id: string;
  readonly label: string;
  /** The names of some ids, as rows of id and name. */
  readonly names: (ids: Sql) => Sql;
  readonly record: z.ZodObject;
}

const byApi: Grouping = {
  by: "api",
  id: "api_id",
  label: "api_name",
  names: (ids) => sql`select id, display_name as name from api where id in (${ids})`,
  record: MetricsRecord,
};

const bySubscription: Grouping = {
  by: "subscription",
  id: "subscription_id",
  label: "subscription_name",
  names: (ids) => sql`select id, display_name as name from subscription where id in (${ids})`,
  record: SubscriptionMetrics,
};

const byUser: Grouping = {
  by: "user",
  id: "user_id",
  label: "user_email",
  names: (ids) => sql`select id, email as name from app_user where id in (${ids})`,
  record: UserMetrics,
};

const shared = {
  method: "GET",
  tag: "Reports",
  audience: "customer",
  query: Query,
  headers: Accept,
  types: ["application/json", "text/csv"],
  readsUsage: true,
} as const;

const ownCalls = `Customers see only their own calls. ${widenedNote}`;

export const groupedReportEndpoints = [
  endpoint({
    ...shared,
    id: "reportByApi",
    permission: "calls.view",
    path: "/reports/byApi",
    summary: "Report the calls, credits, bytes and times of each API",
    description: `The API with the most calls is first. ${ownCalls}`,
    response: MetricsResponse,
    handle: (context, call) => report(context, call, byApi),
  }),
  endpoint({
    ...shared,
    id: "reportOfKey",
    path: "/usage",
    audience: "key",
    query: KeyQuery,
    summary: "Report the calls, credits, bytes and times of each API for a key's subscription",
    description: `Free. The API with the most calls is first; calls of test keys are not included. ${widenedNote}`,
    response: MetricsResponse,
    errors: ["ip_not_allowed"],
    extension: true,
    handle: reportOfKey,
  }),
  endpoint({
    ...shared,
    id: "reportBySubscription",
    permission: "calls.view",
    path: "/reports/bySubscription",
    summary: "Report the calls, credits, bytes and times of each subscription",
    description: `The subscription with the most calls is first; deleted ones are included. ${ownCalls}`,
    response: metricsResponse(SubscriptionMetrics),
    extension: true,
    handle: (context, call) => report(context, call, bySubscription),
  }),
  endpoint({
    ...shared,
    id: "reportByUser",
    permission: "calls.view",
    path: "/reports/byUser",
    summary: "Report the calls, credits, bytes and times of each user",
    description: `The user with the most calls is first. A call counts for the user who owned the subscription when it was made. ${ownCalls}`,
    response: metricsResponse(UserMetrics),
    extension: true,
    handle: (context, call) => report(context, call, byUser),
  }),
];

type ReportCall = Call<unknown, z.output<typeof Query>, Accepting>;

function report(context: Context, call: ReportCall, grouping: Grouping) {
  const { user_id: userId, subscription_id: subscriptionId, api_id: apiId } = call.query;
  return reportOf(context, call, grouping, scopeOf(call.caller, { userId, subscriptionId, apiId }));
}

async function reportOfKey(context: Context, call: Call<unknown, z.output<typeof KeyQuery>, Accepting>) {
  const { caller } = await requireKey(context, call, "reads");
  return reportOf(context, call, byApi, { userIds: [], subscriptionId: caller.subscriptionId });
}

async function reportOf(
  context: Context,
  call: Call<unknown, z.output<typeof KeyQuery>, Accepting>,
  { by, id, label, names, record }: Grouping,
  scope: UsageScope,
) {
  const { query } = call;
  const db = context.database;
  const requested = windowOf(query, context.clock());
  const window = widen(requested.ge, requested.le, await minutesFrom(db));
  const used = await usedPart(db, window.from, window.to);
  const rows = await sumUsage(db, scope, spansOf(used.from, used.to), by);
  const applied = [...foldRows(rows, (row) => row.name)].sort(
    ([a, x], [b, y]) => y.sums.calls - x.sums.calls || (a < b ? -1 : 1),
  );
  const shown = applied.slice(offsetOf(query), offsetOf(query) + query.page_size);
  const labels = await readLabels(
    db,
    names,
    shown.map(([each]) => each),
  );
  const items = shown.map(([each, sums]) => ({
    [id]: each,
    [label]: labels.get(each) ?? (by === "api" ? each : ""),
    ...metricsOf(sums),
  }));
  const { page, page_size } = query;
  const counted = countedWindow(requested, window, context.clock());
  const answer = { items, page, page_size, total: applied.length, ...counted };
  const name = `by${by[0]!.toUpperCase()}${by.slice(1)}`;
  return reportAnswer(call.headers.accept, name, answer, Object.keys(record.shape), items);
}

async function readLabels(
  db: Queries,
  names: Grouping["names"],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; name: string }>(names(list(ids)));
  return new Map(rows.map((row) => [row.id, row.name]));
}
