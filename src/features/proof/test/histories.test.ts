import { expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { proveHistory } from "./proved-histories.ts";

const histories = { sqlite: 12, postgres: 5 };

for (const kind of kinds)
  test.skipIf(kind.missing)(`each call is in one day that never changes, on ${kind.dialect}`, async () => {
    let [calls, interruptions] = [0, 0];
    for (let seed = 1; seed <= histories[kind.dialect]; seed++) {
      const fresh = await kind.migrated();
      const result = await proveHistory(await fresh.open(), seed);
      expect([seed, result.faults]).toEqual([seed, []]);
      calls += result.calls;
      interruptions += result.interruptions;
      await fresh.end();
    }
    expect(calls).toBeGreaterThan(100);
    expect(interruptions).toBeGreaterThan(10);
  });
