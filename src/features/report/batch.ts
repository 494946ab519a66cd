import { createHash } from "node:crypto";
import { z } from "zod";
import { type KeyAccess, limitName, requireActive } from "../../access/keys/key-access.ts";
import { Shares } from "../../base/shares.ts";
import { requireRead } from "../../calls/batch-call.ts";
import { requireIdempotencyKey } from "../../calls/change.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { requireKeyAccess, requireRate, testHeader } from "../../calls/metered-request.ts";
import { type Call, noStore, type StreamedAnswer } from "../../http/endpoint.ts";
import { tooManyCalls } from "../../http/errors.ts";
import { exampleVin } from "../../vehicles/families/examples.ts";
import { BatchRun } from "./batch-run.ts";
import { Report, reportFamilies } from "./families.ts";
import { Reports } from "./reports.ts";

const vinsMax = 1000;
/** Batches at a time of a node, and of a subscription. */
const batchesMax = { all: 32, each: 2 };
const underWay = new Shares();
/** Those of an account, which can have many subscriptions. */
const accountsMax = { all: 32, each: 8 };
const ofAccounts = new Shares();

const Batch = z
  .object({
    vins: z
      .array(z.unknown())
      .min(1)
      .max(vinsMax)
      .meta({ description: "VINs, or objects with `vin` and, where they are known, `year` and `mileage`." }),
    families: z
      .array(z.enum([...reportFamilies.keys()] as [string, ...string[]]))
      .min(1)
      .optional()
      .meta({ description: "The parts of each report, by their API. Default: as those of one report." }),
  })
  .meta({
    id: "VehicleReportBatch",
    example: { vins: [exampleVin, { vin: "1M8GDM9AXKP042788", year: "1989" }], families: ["vin-decoder"] },
  });

const lineNumber = z.int().describe("The line, counted from 1.");

/** One line of the response. */
const BatchLine = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("success").describe("The VIN has a report."),
    line: lineNumber,
    data: Report.describe("The report, as that of one VIN."),
  }),
  z.object({
    status: z.literal("error").describe("The VIN has no report."),
    line: lineNumber,
    vin: z.string().describe("What was sent as the VIN."),
    error: z
      .object({
        status: z.int().describe("The status that a report of this VIN would have."),
        code: z.string().describe("The code of the error."),
        detail: z.string().describe("The reason, for people."),
        from_line: z.int().optional().describe("In the last line: the first line without a report."),
      })
      .describe("Why it has none."),
  }),
]);

export const batchEndpoint = endpoint({
  id: "reportVehicles",
  method: "POST",
  path: "/report/batch",
  tag: "Reports of vehicles",
  summary: "Reports of many VINs",
  description: [
    `Takes up to ${vinsMax} VINs. The response is lines of JSON in their order, sent while others are made:`,
    "`status: success` with `line` and the `data` of the VIN's report, or `status: error` with `line`, `vin` and `error`.",
    "Each part of a report is charged, recorded and counted by the quota as a separate call.",
    "The rate limit counts one call, and one for each refused part.",
    `A subscription can have ${batchesMax.each} batches at a time on a node.`,
    "If credits, quota or access end, the batch ends with one error, whose `from_line` is the first line without a report, counted from 1.",
    "Send an `Idempotency-Key` to repeat the same body after a cut without paying twice.",
    "At its end the webhooks of the subscription's owner get an event `batch.done`.",
  ].join(" "),
  audience: "key",
  body: Batch,
  limits: { bodyBytes: 128 * 1024, bodyMembers: vinsMax },
  types: ["application/x-ndjson"],
  line: BatchLine,
  errors: ["ip_not_allowed", "subscription_inactive", "rate_limited"],
  extension: true,
  callsLookups: true,
  answers: "stream",
  handle: openBatch,
});

async function openBatch(
  context: Context,
  call: Call<undefined, undefined, undefined, z.output<typeof Batch>>,
): Promise<StreamedAnswer> {
  const access = await requireKeyAccess(context, call);
  const { subscriptionId } = access.caller;
  const header = call.sentHeaders.get("idempotency-key");
  const onceKey = header === null ? undefined : requireIdempotencyKey(header);
  requireRead({ context, access });
  const headers: Record<string, string> = access.isTest ? { ...noStore, ...testHeader } : { ...noStore };
  const { rate_limit: limit } = access.policy;
  if (limit) requireRate(headers, limit, await context.limits.rates.take(limitName(access), limit));
  const reports = await Reports.open(context, call, access);
  takePlace(access.caller);
  const { vins, families } = call.body;
  const run = new BatchRun({
    context,
    call,
    vins,
    make: async (entry, line) => {
      const renewed = await renew(context, call);
      const { parts, ...report } = await reports.make(
        renewed,
        { ...entry, families },
        { onceKey: onceKey && onceOfLine(onceKey, line), isCounted: !renewed.isTest },
      );
      countRefused(context, renewed, Object.values(parts));
      return { ...report, parts };
    },
    subscriptionId,
  });
  let isOpen = true;
  const end = () => {
    if (isOpen) leavePlace(access.caller);
    isOpen = false;
  };
  const source = {
    produce: (writer: Parameters<BatchRun["produce"]>[0]) => run.produce(writer).finally(end),
    cancel: () => {
      run.cut();
      // It may never have begun.
      if (!run.hasBegun) end();
    },
  };
  const { signal } = call.request!;
  const taker = { client: access.caller.userId, signal, keptBytes: 2 * JSON.stringify(vins).length };
  return {
    body: context.responses.unsent.stream(taker, source),
    type: "application/x-ndjson",
    headers,
    endsItself: true,
  };
}

/** Throws 429. */
function takePlace({ subscriptionId, userId }: KeyAccess["caller"]): void {
  let refused = underWay.take(subscriptionId, 1, batchesMax);
  if (refused === undefined) {
    refused = ofAccounts.take(userId, 1, accountsMax);
    if (refused !== undefined) underWay.release(subscriptionId, 1);
  }
  if (refused !== undefined)
    throw tooManyCalls("Too many batches of reports are under way. Nothing was charged. Retry.", 5);
}

function leavePlace({ subscriptionId, userId }: KeyAccess["caller"]): void {
  underWay.release(subscriptionId, 1);
  ofAccounts.release(userId, 1);
}

/** What the key allows now. Throws 401, 403. */
async function renew(context: Context, call: Call): Promise<KeyAccess> {
  const access = await requireKeyAccess(context, call);
  requireActive(access, context.clock());
  return access;
}

/** A key of its own for each line: lines can have the same VIN, and other ones the same lookups. */
const onceOfLine = (key: string, line: number): string =>
  createHash("sha256").update(`${line}:${key}`).digest("hex");

function countRefused(
  { limits }: Context,
  access: KeyAccess,
  parts: readonly ({ readonly status: number } | undefined)[],
): void {
  const { rate_limit: limit } = access.policy;
  if (!limit || access.isTest) return;
  const refused = parts.filter(
    (part) => part && part.status >= 400 && part.status < 500 && part.status !== 404,
  );
  limits.rates.count(limitName(access), limit, refused.length);
}
