import { randomUUID } from "node:crypto";
import { writeUsage } from "../src/metering/apply/write-usage.ts";
import type { CallRecord } from "../src/metering/usage/usage.ts";
import type { Account, TestService } from "./harness.ts";

/** A charged lookup of an account's subscription at a moment. */
export function callOf(
  account: Pick<Account, "userId" | "subscriptionId">,
  at: number,
  more: Partial<CallRecord> = {},
): CallRecord {
  const { subscriptionId, userId } = account;
  return {
    at,
    requestId: `r${at}`,
    caller: { kind: "subscription", subscriptionId, userId, productId: "trial" },
    api: "oil-lookup",
    operation: "lookUpOil",
    method: "GET",
    url: "/oil-lookup/1HGCM82633A004352",
    address: "203.0.113.9",
    status: 200,
    credits: 1,
    requestBytes: 0,
    responseBytes: 100,
    apiMicros: 2000,
    serviceMicros: 1000,
    ...more,
  };
}

/** Writes calls to the log and the rollups as applying does, without charging them. Their seqs begin at 1. */
export function recordCalls(
  service: TestService,
  calls: readonly CallRecord[],
  journalId = randomUUID().replaceAll("-", ""),
): Promise<void> {
  const records = calls.map((call, index) => ({ seq: index + 1, call }));
  return service.app.database.transaction((tx) => writeUsage(tx, journalId, records));
}
