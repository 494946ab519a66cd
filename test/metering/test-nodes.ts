import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uuidv7 } from "../../src/base/ids.ts";
import { createLog } from "../../src/base/log.ts";
import { systemTiming } from "../../src/base/timing.ts";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { openBalance } from "../../src/metering/credits/credits.ts";
import { syncHere } from "../../src/metering/journal/sync.ts";
import { Metering, type MeteringOptions } from "../../src/metering/metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { createMeteringStore, type MeteringStore } from "../../src/metering/store/store.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import type { Fresh, Kind } from "../database/databases.ts";

/** 2026-11-21T00:00:00Z */
export const start = Date.UTC(2026, 10, 21);

/** A migrated database and a folder for journals. */
export interface TestNodes {
  readonly db: Database;
  readonly fresh: Fresh;
  readonly folder: string;
  readonly logged: string[];
  /** A credit store with its own connection. */
  store(): Promise<MeteringStore>;
  /** Another node on the same database, with its own journal folder or this one. */
  node(more?: Partial<MeteringOptions>): Promise<Metering>;
  end(): Promise<void>;
}

/** `own` is used in place of a new database with all tables. */
export async function openTestNodes(kind: Kind, own?: Fresh): Promise<TestNodes> {
  const fresh = own ?? (await kind.migrated());
  const db = await fresh.open();
  const folder = mkdtempSync(join(tmpdir(), "vingate-metering-"));
  const logged: string[] = [];
  const log = createLog(systemTiming.wall, (line) => void logged.push(line));
  const nodes: Metering[] = [];
  const store = async () =>
    createMeteringStore(await fresh.open(), { folder, leaseTtlMs: 900_000, timing: systemTiming, log });
  return {
    db,
    fresh,
    folder,
    logged,
    store,
    async node(more = {}) {
      const node = await Metering.open({
        store: more.store ?? (await store()),
        folder,
        log,
        timing: systemTiming,
        syncer: syncHere,
        sync: "never",
        unappliedMax: 2 ** 30,
        staleMs: 60_000,
        node: `test ${nodes.length}`,
        ...more,
      });
      nodes.push(node);
      return node;
    },
    async end() {
      for (const node of nodes) await node.close();
      await fresh.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A subscription's balance; null for one without a meter. */
export async function grant(db: Database, subscriptionId: string, credits: number | null): Promise<void> {
  const id = uuidv7(Date.now());
  await db.transaction((tx) => openBalance(tx, { id, subscriptionId, credits, at: start, actor: "test" }));
}

let calls = 0;

export function callOf(subscriptionId: string, credits: number, more: Partial<CallRecord> = {}): CallRecord {
  calls += 1;
  return {
    at: start + calls,
    requestId: `request-${process.pid}-${calls}`,
    caller: { kind: "subscription", subscriptionId, userId: "user-1", productId: "trial" },
    api: "vin-decoder",
    operation: "GET /vin-decoder/{vin}",
    method: "GET",
    url: "/vin-decoder/1HGCM82633A004352",
    address: "203.0.113.7",
    status: credits > 0 ? 200 : 404,
    credits,
    cache: "none",
    requestBytes: 0,
    responseBytes: 900,
    apiMicros: 150,
    serviceMicros: 140,
    ...more,
  };
}

/** One call from admission to record; returns its outcome. */
export async function callOnce(
  node: Metering,
  subscriptionId: string,
  cost = 1,
  outcome: "found" | "missing" = "found",
  workMs = 0,
): Promise<"served" | "missing" | string> {
  const admitted = await node.admit(subscriptionId, cost);
  if (!(admitted instanceof CreditReservation)) return admitted.kind;
  // The duration of a lookup.
  if (workMs > 0) await Bun.sleep(workMs);
  await admitted.settle(callOf(subscriptionId, outcome === "found" ? cost : 0));
  return outcome === "found" ? "served" : "missing";
}

/** How often each outcome occurs. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export interface Totals {
  granted: number;
  used: number;
  remaining: number;
  written_off: number;
  debt: number;
  held: number;
  logged: number;
  reported: number;
  rows: number;
}

/** A subscription's figures in balance, reports and log. */
export async function totalsOf(db: Database, subscriptionId: string): Promise<Totals> {
  const row = await db.get<Totals>(sql`
    select granted, used, remaining, written_off, debt,
      cast((select coalesce(sum(held), 0) from credit_lease where subscription_id = ${subscriptionId}) as bigint) as held,
      cast((select coalesce(sum(credits), 0) from request_log where subscription_id = ${subscriptionId}) as bigint) as logged,
      cast((select coalesce(sum(credits), 0) from usage_hourly where subscription_id = ${subscriptionId}) as bigint) as reported,
      cast((select count(*) from request_log where subscription_id = ${subscriptionId}) as bigint) as "rows"
    from credit_total where subscription_id = ${subscriptionId}`);
  return row!;
}

export type { MeteringStore };
