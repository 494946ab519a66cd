import type { Context } from "../../src/calls/context.ts";
import type { Answer, Call } from "../../src/http/endpoint.ts";
import { policyPreviewEndpoints } from "../../src/management/products/policy-preview.ts";
import { insertDefaultProducts } from "../../src/management/products/products.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import { callOf } from "../../test/usage-calls.ts";
import { fillCalls } from "../common/calls.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure } from "../common/figure.ts";
import { longestWait, processorTime } from "../common/measure.ts";
import { scaled } from "../common/settings.ts";

const calls = scaled(1_000_000, 5000);
const subscriptions = 500;
const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);
const policy = {
  rate_limit: { calls: 20, renewal_period_s: 60 },
  quota: { calls: 1500, renewal: "day" },
  ip_filter: { deny: ["198.51.100.0/24"] },
};

function callAt(index: number): CallRecord {
  // A customer makes twenty calls in half a minute, then another does.
  const customer = Math.floor(index / 20) % subscriptions;
  const at = now - dayMs + 120_000 + Math.floor((index / calls) * (dayMs - 180_000));
  const missed = index % 9 === 8;
  return callOf({ subscriptionId: `subscription-${customer}`, userId: `user-${customer}` }, at, {
    requestId: `0198c0de-0000-7000-8000-${String(index).padStart(12, "0")}`,
    api: "vin-decoder",
    operation: "decodeVin",
    url: "/vin-decoder/1HGCM82633A004352",
    status: missed ? 404 : 200,
    credits: missed ? 0 : 1,
  });
}

/** Replays a million calls of the last day against another policy. */
export async function benchPolicyPreview(): Promise<Figure[]> {
  const { operations } = await import("../../src/operations.ts");
  return onEachDatabase(async (db) => {
    await db.transaction((tx) => insertDefaultProducts(tx, now));
    await fillCalls(db, calls, callAt);
    const app = { database: db, clock: () => now, operations } as unknown as Context;
    const call = {
      caller: { kind: "operator" },
      params: { id: "trial" },
      body: { policy },
    } as unknown as Call;
    const preview = async () => policyPreviewEndpoints[0]!.handle(app, call);
    const { seconds, result: measured } = await processorTime(() => longestWait(preview));
    const replayed = JSON.parse(String((measured.result as Answer).body)) as {
      calls: number;
      complete: boolean;
    };
    const note = `${count(replayed.calls)} calls of 24 hours${replayed.complete ? "" : ", cut off"}`;
    return [
      figure(`a policy's preview, ${db.dialect}`, seconds * 1000, "ms", note),
      figure(`longest wait of other work, ${db.dialect}`, measured.longest, "ms"),
    ];
  });
}
