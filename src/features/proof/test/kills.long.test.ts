import { expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { proveAfterKills } from "./proved-kills.ts";

const nodes = { sqlite: 1, postgres: 3 };

for (const { dialect, missing } of kinds)
  test.skipIf(missing)(
    `each receipt is proved after three kills, on ${dialect}`,
    async () => {
      const plan = { dialect, nodes: nodes[dialect], perSecond: 1500, hangMs: 60_000 };
      const { faults, kills, receipts } = await proveAfterKills(plan, 3);
      expect(faults).toEqual([]);
      expect(kills).toBeGreaterThanOrEqual(3);
      expect(receipts).toBeGreaterThan(200);
    },
    300_000,
  );
