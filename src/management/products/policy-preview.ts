import { z } from "zod";
import { failedSource, isAnswer } from "../../access/policy/charged.ts";
import { compilePolicy } from "../../access/policy/enforced.ts";
import { Policy } from "../../access/policy/policy.ts";
import { periodAt } from "../../access/policy/quota.ts";
import {
  PolicyReplay,
  type Replayed,
  type ReplayedCall,
  type UsedBefore,
} from "../../access/policy/replay.ts";
import { isoTime } from "../../base/clock.ts";
import { dayMs, floorTo, minuteMs } from "../../base/durations.ts";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import { decodedName } from "../../calls/recorded-url.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import { wireOf } from "../../entities/wire.ts";
import { type Call, json } from "../../http/endpoint.ts";
import type { LoggedCall } from "../../metering/requests/chunk-codec.ts";
import { requestLogStart } from "../../metering/usage/log-start.ts";
import { countsTowardsQuota } from "../../metering/usage/usage-aggregate.ts";
import { sumUsage, usedPart } from "../../metering/usage/usage-read.ts";
import { spansOf } from "../../metering/usage/usage-spans.ts";
import { previewNotes } from "./preview-notes.ts";
import { getProductRow } from "./products-record.ts";

const callsMax = 1_000_000;
/** A page waits no longer; it shows what was replayed by then. */
const replayMs = 10_000;
const subscriptionsShown = 20;

const count = z.int();
const Refused = z.object({
  ip_not_allowed: count.describe("Calls from addresses that the policy blocks."),
  quota_exceeded: count.describe("Calls beyond the quota."),
  rate_limited: count.describe("Calls beyond the rate limit."),
  total: count.describe("Sum of the refusals above."),
});

const PolicyPreview = z
  .object({
    product_id: z.string(),
    timestamp_ge: z.iso.datetime().describe("The start of the replayed time range, inclusive."),
    timestamp_le: z.iso.datetime().describe("The end of the replayed time range, inclusive."),
    complete: z
      .boolean()
      .describe(
        "Whether every call of the time range was replayed. If false, calls after timestamp_le are missing.",
      ),
    calls: count.describe("The replayed calls of the product that a policy applies to."),
    refused: Refused.describe("Calls that the policy would have refused, by reason."),
    refused_as_recorded: Refused.describe("Calls that were refused when they were made, by reason."),
    newly_refused: count.describe("Calls that were admitted and that this policy would refuse."),
    newly_admitted: count.describe("Calls that were refused and that this policy would admit."),
    credits_recorded: count.describe("Credits charged for these calls."),
    credits: count.describe("Credits that the calls admitted both times would have cost."),
    subscriptions: z
      .array(
        z.object({
          subscription_id: z.string(),
          display_name: z.string().describe("The subscription's name."),
          calls: count.describe("The subscription's calls."),
          refused: count.describe("Calls that the policy would have refused."),
          newly_refused: count.describe("Calls that were admitted and that the policy would refuse."),
        }),
      )
      .describe(`The subscriptions with the most refusals, ${subscriptionsShown} at most.`),
    not_replayed: z.array(z.string()).describe("Limits of this preview, one sentence each."),
  })
  .meta({ id: "PolicyPreview" });

export const policyPreviewEndpoints = [
  endpoint({
    id: "previewProductPolicy",
    whileHeld: true,
    method: "POST",
    path: "/products/{id}/policies/preview",
    tag: "Products",
    summary: "Replay the calls of the last 24 hours under another policy; nothing changes",
    description: `Replays the recorded calls of the product: ${callsMax} at most, for ten seconds at most. \`not_replayed\` lists what the log cannot show.`,
    audience: "operator",
    permission: "products.change",
    params: z.object({ id: z.string() }),
    body: z
      .strictObject({ policy: Policy.describe("The policy to preview.") })
      .meta({ id: "PolicyPreviewRequest" }),
    response: PolicyPreview,
    errors: ["not_found"],
    extension: true,
    readsUsage: true,
    handle: previewPolicy,
  }),
];

type PreviewCall = Call<{ id: string }, unknown, unknown, { policy: z.output<typeof Policy> }>;

async function previewPolicy(context: Context, { params, body }: PreviewCall) {
  const { database: db, clock, operations } = context;
  await getProductRow(db, params.id, true);
  const now = clock();
  const logStart = await requestLogStart(db);
  const from = Math.max(floorTo(now - dayMs, minuteMs), logStart ?? Number.NEGATIVE_INFINITY);
  const policy = compilePolicy(body.policy);
  const replay = new PolicyReplay(policy, from, await usedBefore(context, body.policy, from));
  const registered = await db.all<{ id: string }>(sql`select id from api where builtin = 0`);
  const known: Known = {
    operations: new Map(operations.map((one) => [one.id, one])),
    registered: new Set(registered.map(({ id }) => id)),
    keepsAnswers: policy.cacheSeconds !== undefined,
  };
  const until = performance.now() + replayMs;
  let read = 0;
  let to = now;
  for await (const rows of context.requestLog.productCalls(params.id, from, now + 1)) {
    for (const row of rows) if (row.labels.key !== "test") replay.add(replayed(row, known));
    read += rows.length;
    const { at } = rows.at(-1)!;
    if (read <= callsMax && performance.now() < until) continue;
    to = at;
    break;
  }
  return json({
    product_id: params.id,
    timestamp_ge: isoTime(from),
    timestamp_le: isoTime(to),
    complete: to === now,
    ...shown(replay.sums),
    subscriptions: await mostRefused(db, replay.bySubscription),
    not_replayed: previewNotes(body.policy),
  });
}

/** The use of a quota's period before the window, by subscription. */
async function usedBefore(
  { database: db }: Context,
  { quota }: z.output<typeof Policy>,
  from: number,
): Promise<UsedBefore> {
  const none = { calls: 0, bytes: 0 };
  if (!quota) return () => none;
  const used = await usedPart(db, periodAt(quota.renewal, from).start, from);
  const rows = await sumUsage(db, { userIds: [] }, spansOf(used.from, used.to), "subscription");
  const sums = new Map<string, { calls: number; bytes: number }>();
  for (const { name, class: ended, calls, bytes, cache_hits } of rows) {
    // Lookups return only 404 of the other outcomes; for registered APIs all are answers.
    if (ended !== "success" && ended !== "other") continue;
    const sum = sums.get(name) ?? none;
    sums.set(name, { calls: sum.calls + calls - cache_hits, bytes: sum.bytes + bytes });
  }
  return (subscriptionId) => sums.get(subscriptionId) ?? none;
}

/** What calls were made of, and whether the policy keeps answers of registered APIs. */
interface Known {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly registered: ReadonlySet<string>;
  readonly keepsAnswers: boolean;
}

/** A call to replay; an operation that no longer exists costs what it cost then. */
function replayed(call: LoggedCall, { operations, registered, keepsAnswers }: Known): ReplayedCall {
  const { at, caller, labels, requestId, responseBytes } = call;
  const { api, address, status, errorCode, credits } = labels;
  const common = {
    at,
    subscriptionId: caller.subscriptionId,
    operation: labels.operation,
    address,
    status,
    errorCode,
    credits,
    bytes: responseBytes,
  };
  const isHit = labels.cache === "hit";
  if (registered.has(api))
    return {
      ...common,
      lookup: { api, cost: 1 },
      answered: errorCode === null && countsTowardsQuota(status),
      forwarded: true,
      kept: isHit && keepsAnswers,
    };
  const known = operations.get(labels.operation);
  return {
    ...common,
    lookup: known?.lookup ?? { api, cost: credits },
    vin: known && vinOf(call.url, known),
    answered: isAnswer(status) && errorCode !== failedSource,
    repeats: isHit,
    ...(known?.answers === "lines" && { batch: requestId }),
  };
}

/** The VIN of a recorded URL as the operation reads it; undefined if its path has none. */
function vinOf(url: string, { path, params }: Operation): string | undefined {
  const at = path.split("/").indexOf("{vin}");
  const sent = at < 0 ? undefined : url.split(/[?#]/, 1)[0]!.split("/")[at];
  if (sent === undefined) return undefined;
  const { vin } = (params as z.ZodObject).shape as { readonly vin: z.ZodType };
  const read = vin.safeParse(decodedName(sent));
  return read.success ? String(read.data) : undefined;
}

const total = (refused: Replayed["refused"]) => ({
  ...refused,
  total: Object.values(refused).reduce((sum, calls) => sum + calls, 0),
});

function shown(sums: Replayed) {
  return {
    calls: sums.calls,
    refused: total(sums.refused),
    refused_as_recorded: total(sums.refusedAsRecorded),
    ...wireOf(sums, "newlyRefused", "newlyAdmitted", "creditsRecorded", "credits"),
  };
}

async function mostRefused(db: Queries, all: ReadonlyMap<string, Replayed>) {
  const most = [...all]
    .map(([id, sums]) => ({ id, sums, refused: total(sums.refused).total }))
    .filter(({ refused }) => refused > 0)
    .sort((a, b) => b.refused - a.refused || (a.id < b.id ? -1 : 1))
    .slice(0, subscriptionsShown);
  const rows = await db.all<{ id: string; display_name: string }>(sql`
    select id, display_name from subscription where id in (${list(most.map(({ id }) => id))})`);
  const names = new Map(rows.map((row) => [row.id, row.display_name]));
  return most.map(({ id, sums, refused }) => ({
    subscription_id: id,
    display_name: names.get(id) ?? "",
    calls: sums.calls,
    refused,
    newly_refused: sums.newlyRefused,
  }));
}
