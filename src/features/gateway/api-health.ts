import { hostname } from "node:os";
import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { hourMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { apiNotFound } from "../../management/apis/apis-record.ts";
import { Percentiles, percentiles } from "../../management/reports/reports-times.ts";
import { listNodeUpstreams } from "../../management/system/node-heartbeat.ts";
import type { LoggedCall } from "../../metering/requests/chunk-codec.ts";
import { minutesFrom, requestLogStart } from "../../metering/usage/log-start.ts";
import type { UsageClass } from "../../metering/usage/usage-aggregate.ts";
import { sumUsage } from "../../metering/usage/usage-read.ts";
import { spansOf, widen } from "../../metering/usage/usage-spans.ts";
import { opened } from "../../running/opened.ts";
import { Gateway } from "./gateway.ts";
import { recentMisfits } from "./misfits/stored-misfits.ts";

const sampledMax = 1000;

const count = z.int();
const Health = z
  .object({
    api_id: z.string(),
    timestamp_ge: z.iso.datetime(),
    timestamp_le: z.iso.datetime(),
    call_count_total: count.describe("All calls of the last hour."),
    call_count_success: count.describe("Calls with status 2xx or 304."),
    call_count_client_error: count.describe("Calls with another status below 500."),
    call_count_server_error: count.describe("Calls with status 5xx, of the backend or of this service."),
    sample: z
      .object({
        calls: count.describe(`The newest calls of the hour, at most ${sampledMax.toLocaleString("en")}.`),
        complete: z.boolean().describe("Whether these are all calls of the hour."),
        api_time: Percentiles.describe("The whole time of answered and failed calls, in milliseconds."),
        service_time: Percentiles.describe("The backend's part of it, in milliseconds."),
        errors: z
          .array(
            z.object({
              response_code: count,
              error_code: z.string().nullable().describe("Null if the backend itself sent the status."),
              calls: count.describe("Calls of the sample with this error."),
              last_at: z.iso.datetime().describe("When the newest of them was made."),
            }),
          )
          .describe("Errors of the sample, the most frequent first."),
      })
      .describe("What the newest calls of the hour show."),
    misfits: z
      .array(
        z.object({
          source: z.string().describe("The name of the source, as `x-data-source` has it."),
          last_path: z.string().describe("The place that did not fit, and why."),
          last_at: z.iso.datetime().describe("When the last of them came."),
          answers: count.describe("Those of the last hour."),
        }),
      )
      .describe("Sources of a built-in API with answers that did not fit in the last day."),
    nodes: z
      .array(
        z.object({
          instance: z.string().describe("The node's ID, as in `GET /system`."),
          name: z.string().describe("The host and the process ID."),
          breaker: z
            .enum(["closed", "open", "probing"])
            .describe("`open`: calls return 503 for some seconds. `probing`: the next call decides."),
          calls_under_way: count.describe("Calls that the backend has not answered whole."),
          calls_max: count.describe("Further calls return 503."),
          seen_at: z.iso.datetime().describe("When this was so; nodes report every five seconds."),
        }),
      )
      .describe("The responding node, then the others that are alive. Empty for an API without a backend."),
  })
  .meta({ id: "APIHealth" });

export const apiHealthEndpoints = [
  endpoint({
    id: "getApiHealth",
    method: "GET",
    path: "/apis/{api_id}/health",
    tag: "APIs",
    summary: "Read calls, errors and response times of an API in the last hour",
    description: "Calls are counted per minute. Times and errors come from a sample of the request log.",
    audience: "operator",
    permission: "catalogue.view",
    params: z.object({ api_id: z.string().meta({ example: "vin-decoder" }) }),
    response: Health,
    errors: ["not_found"],
    readsUsage: true,
    extension: true,
    handle: readHealth,
  }),
];

async function readHealth(context: Context, { params: { api_id: api } }: Call<{ api_id: string }>) {
  const { database: db, clock } = context;
  if (!(await db.get(sql`select id from api where id = ${api}`))) throw apiNotFound(api);
  const now = clock();
  const { from, to } = widen(now - hourMs, now, await minutesFrom(db));
  const counts = await countCalls(context, api, from, to);
  const logged = Math.max(from, (await requestLogStart(db)) ?? from);
  const {
    calls,
    total,
    from: searched,
  } = await context.requestLog.search({ userIds: [] }, { api }, { from: logged, to }, 0, sampledMax);
  return json({
    api_id: api,
    timestamp_ge: isoTime(from),
    timestamp_le: isoTime(now),
    call_count_total: counts.success + counts.clientError + counts.serverError,
    call_count_success: counts.success,
    call_count_client_error: counts.clientError,
    call_count_server_error: counts.serverError,
    sample: { ...sampled(calls), complete: total === calls.length && searched === from },
    misfits: await shownMisfits(context, api),
    nodes: await shownNodes(context, api),
  } satisfies z.output<typeof Health>);
}

async function shownMisfits(context: Context, api: string): Promise<z.output<typeof Health>["misfits"]> {
  await opened(context, Gateway).misfits.write();
  const misfits = await recentMisfits(context.database, context.clock(), api);
  return misfits.map(({ source, reason, lastAt, answers }) => ({
    source,
    last_path: reason,
    last_at: isoTime(lastAt),
    answers,
  }));
}

/** Each node has a breaker of its own. */
async function shownNodes(context: Context, api: string): Promise<z.output<typeof Health>["nodes"]> {
  const { clock, process: own } = context;
  const state = opened(context, Gateway).stateOf(api);
  if (!state) return [];
  const { instance } = own;
  const responding = { instance, name: `${hostname()}/${process.pid}`, seenAt: clock(), state };
  const others = await listNodeUpstreams(context, api);
  return [responding, ...others].map((node) => ({
    instance: node.instance,
    name: node.name,
    breaker: node.state?.breaker ?? "closed",
    calls_under_way: node.state?.underWay ?? 0,
    calls_max: state.underWayMax,
    seen_at: isoTime(node.seenAt),
  }));
}

/** From the rollups. */
async function countCalls({ database }: Context, apiId: string, from: number, to: number) {
  const rows = await sumUsage(database, { userIds: [], apiId }, spansOf(from, to), "api");
  const sum = (...classes: UsageClass[]) =>
    rows.filter((row) => classes.includes(row.class)).reduce((total, { calls }) => total + calls, 0);
  return {
    success: sum("success"),
    clientError: sum("blocked", "failed", "other"),
    serverError: sum("fault"),
  };
}

/** Refusals of this service are no evidence of a backend's health. */
const answered = ({ labels: { errorCode } }: LoggedCall) =>
  errorCode === null || errorCode === "upstream_failed" || errorCode === "upstream_timeout";

function sampled(calls: readonly LoggedCall[]) {
  const timed = calls.filter(answered);
  const groups = new Map<
    string,
    { response_code: number; error_code: string | null; calls: number; at: number }
  >();
  for (const { at, labels } of calls) {
    const { status, errorCode } = labels;
    if (status < 400) continue;
    const name = `${status} ${errorCode}`;
    const group = groups.get(name) ?? { response_code: status, error_code: errorCode, calls: 0, at };
    group.calls += 1;
    groups.set(name, group);
  }
  return {
    calls: calls.length,
    api_time: percentiles(timed.map(({ apiMicros }) => apiMicros)),
    service_time: percentiles(
      timed.filter(({ labels }) => labels.cache !== "hit").map(({ serviceMicros }) => serviceMicros),
    ),
    errors: [...groups.values()]
      .sort((a, b) => b.calls - a.calls || b.at - a.at)
      .map(({ at, ...group }) => ({ ...group, last_at: isoTime(at) })),
  };
}
