import type { Context } from "../src/calls/context.ts";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { migrations } from "../src/database/migrations.ts";
import { sql } from "../src/database/sql.ts";
import type { Answer, Call } from "../src/http/endpoint.ts";
import { policyPreviewEndpoints } from "../src/management/products/policy-preview.ts";
import { insertDefaultProducts } from "../src/management/products/products.ts";
import { writeUsage } from "../src/metering/apply/write-usage.ts";
import type { CallRecord } from "../src/metering/usage/usage.ts";
import { kinds } from "../test/database/databases.ts";
import { type Figure, table } from "./figure.ts";
import { longestWait } from "./longest-wait.ts";

const calls = 1_000_000;
const batchCalls = 5000;
const subscriptions = 500;
const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);
const policy = {
  rate_limit: { calls: 20, renewal_period_s: 60 },
  quota: { calls: 1500, renewal: "day" },
  ip_filter: { deny: ["198.51.100.0/24"] },
};

function callAt(index: number): CallRecord {
  // A customer makes twenty calls in half a minute, then others do.
  const customer = Math.floor(index / 20) % subscriptions;
  return {
    at: now - dayMs + 120_000 + Math.floor((index / calls) * (dayMs - 180_000)),
    requestId: `0198c0de-0000-7000-8000-${String(index).padStart(12, "0")}`,
    caller: {
      kind: "subscription",
      subscriptionId: `subscription-${customer}`,
      userId: `user-${customer}`,
      productId: "trial",
    },
    api: "vin-decoder",
    operation: "decodeVin",
    method: "GET",
    url: "/vin-decoder/1HGCM82633A004352",
    address: "203.0.113.9",
    status: index % 9 === 8 ? 404 : 200,
    credits: index % 9 === 8 ? 0 : 1,
    requestBytes: 0,
    responseBytes: 2400,
    apiMicros: 300,
    serviceMicros: 300,
  };
}

async function fill(db: Database): Promise<void> {
  await migrate(db, migrations);
  await db.transaction((tx) => insertDefaultProducts(tx, now));
  for (let from = 0; from < calls; from += batchCalls) {
    const records = Array.from({ length: batchCalls }, (_, index) => ({
      seq: from + index + 1,
      call: callAt(from + index),
    }));
    await db.transaction((tx) => writeUsage(tx, "journal", records));
  }
  await db.run(sql`analyze`);
}

/** Replays a million calls of the last day against another policy, on both databases. */
export async function benchPolicyPreview(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds.filter(({ missing }) => !missing)) {
    const fresh = await kind.fresh();
    const db = await fresh.open();
    await fill(db);
    const { operations } = await import("../src/server/operations.ts");
    const app = { database: db, clock: () => now, operations } as unknown as Context;
    const call = {
      caller: { kind: "operator" },
      params: { id: "trial" },
      body: { policy },
    } as unknown as Call;
    const begun = performance.now();
    const { longest, result: answer } = await longestWait(async () =>
      policyPreviewEndpoints[0]!.handle(app, call),
    );
    const took = performance.now() - begun;
    const { calls: replayed, complete } = JSON.parse(String((answer as Answer).body)) as {
      calls: number;
      complete: boolean;
    };
    figures.push(
      {
        name: `a policy's preview, ${kind.dialect}`,
        value: took,
        unit: "ms",
        note: `${replayed.toLocaleString("en")} calls of 24 hours${complete ? "" : ", cut off"}`,
      },
      { name: `longest wait of others meanwhile, ${kind.dialect}`, value: longest, unit: "ms" },
    );
    await fresh.end();
  }
  return figures;
}

if (import.meta.main) {
  console.log(table(await benchPolicyPreview()));
  process.exit(0);
}
