import type { CallRecord } from "../src/access/usage.ts";
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

/** Writes calls as charging does, without charging. */
export function recordCalls(service: TestService, calls: readonly CallRecord[]): Promise<void> {
  return service.app.database.transaction(async (tx) => {
    for (const call of calls) await service.app.usage.record(tx, call);
  });
}
