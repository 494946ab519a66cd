import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Call } from "../../http/endpoint.ts";
import { callIdText } from "../../metering/requests/call-id.ts";
import type { ErrorGroup } from "../../metering/requests/request-groups.ts";
import { Accept, type Accepting, reportAnswer } from "../common/csv-answer.ts";
import { callFilter, callFilters, loggedPart } from "./reports-calls.ts";
import { LogWindow, logWindow, scopeOf, windowEnds, windowOf } from "./reports-query.ts";

const Query = z.object({ ...windowEnds, ...callFilters });

/** Calls that ended with the same error. */
const ErrorRecord = z.object({
  response_code: z.int(),
  error_code: z.string().nullable().describe("Null for calls from before error codes were recorded."),
  calls: z.int().describe("The number of calls with this error."),
  last_at: z.iso.datetime().describe("When the newest of them was made."),
  last_request_id: z.string().describe("The request ID of the newest of them."),
  last_call: z.string().describe("The call ID of the newest of them, `JOURNAL/SEQ`."),
});

const ErrorResponse = z.object({
  items: z.array(ErrorRecord),
  ...LogWindow,
});

export const errorReportEndpoints = [
  endpoint({
    id: "reportByError",
    method: "GET",
    path: "/reports/byError",
    tag: "Reports",
    summary: "Group unsuccessful calls by status and error code",
    description:
      "The most frequent error is first. The groups come from the request log. Customers see only their own calls. Errors of test calls are counted only with `key=test`.",
    audience: "customer",
    permission: "calls.view",
    query: Query,
    headers: Accept,
    response: ErrorResponse,
    types: ["application/json", "text/csv"],
    readsUsage: true,
    extension: true,
    handle: reportByError,
  }),
];

async function reportByError(context: Context, call: Call<unknown, z.output<typeof Query>, Accepting>) {
  const { query, caller, headers } = call;
  const db = context.database;
  const requested = windowOf(query, context.clock());
  const scope = scopeOf(caller, { userId: query.user_id, subscriptionId: query.subscription_id });
  const { window } = await loggedPart(db, requested);
  const { groups, from } = await context.requestLog.groupErrors(scope, callFilter(query), window);
  const items = groups.map(errorRecord);
  const report = { items, ...logWindow(requested, window, from) };
  return reportAnswer(headers.accept, "byError", report, Object.keys(ErrorRecord.shape), items);
}

function errorRecord({ status, errorCode, calls, last }: ErrorGroup) {
  return {
    response_code: status,
    error_code: errorCode,
    calls,
    last_at: isoTime(last.at),
    last_request_id: last.requestId,
    last_call: callIdText(last),
  } satisfies z.output<typeof ErrorRecord>;
}
