import { expect, test } from "bun:test";
import { systemTiming } from "../../../src/base/timing.ts";
import type { Database, Queries } from "../../../src/database/database.ts";
import type { Sql } from "../../../src/database/sql.ts";
import { LeasedQuota } from "../../../src/metering/quotas/leased-quota.ts";
import { acquireQuotas } from "../../../src/metering/quotas/quota-rows.ts";
import { OwnedJournals } from "../../../src/metering/sharing/owned-journals.ts";

const none = { calls: 0, bytes: 0 };

test("a byte debt is kept when the lease was dropped before the reply", () => {
  const account = new LeasedQuota(
    "s",
    { bandwidth_kb: 10, renewal: "day" },
    0,
    systemTiming,
    () => undefined,
  );
  account.bind("j");
  const how = { acquiresNothing: false, isEnding: false };
  const sent = () => account.ask(how);
  const reply = { amount: { calls: 0, bytes: 1000 }, left: none, pending: none };
  account.update(reply, sent(), 0);
  const call = account.begin();
  call.use(1500);
  call.settle(true);
  const before = sent();
  expect(before.debt).toBe(500);
  account.drop();
  account.update(reply, before, 0);
  // 1,500 are answered and not applied; 1,000 are leased, not 1,500.
  expect(sent().ask.keep.bytes).toBe(2500);
});

test("calls of a journal that closes while its quota is read count at least once", async () => {
  let moved = false;
  // After the first of the two reads, the other journal's calls are applied and its part ends.
  const get = async (text: string): Promise<object | undefined> => {
    if (text.includes("update journal")) return { commit_count: 1 };
    const [held, used] = moved ? [0, 7] : [7, 0];
    const isHeld = text.includes("from quota_lease");
    if (!isHeld && !text.includes("from usage_hourly")) return undefined;
    moved = true;
    return isHeld ? { calls: held, bytes: 0, parts: Math.sign(held) } : { calls: used, bytes: 0 };
  };
  const tx = {
    dialect: "sqlite",
    all: async () => [],
    run: async () => 1,
    get: (statement: Sql) => get(statement.parts.join("")),
  } as unknown as Queries;
  const db = { ...tx, transaction: (work: (queries: Queries) => unknown) => work(tx) } as unknown as Database;
  const ask = { subscriptionId: "s", start: 0, end: 1, keep: none, need: { calls: 1, bytes: 0 } };
  const taken = await acquireQuotas(new OwnedJournals(db), "own", [
    { ...ask, most: { calls: 10 }, acquiresNothing: false, isEnding: false },
  ]);
  if (taken === "fenced") throw new Error("it is fenced");
  // Seven are used, so that at most three are left.
  expect(taken[0]!.amount.calls).toBeLessThanOrEqual(3);
});
