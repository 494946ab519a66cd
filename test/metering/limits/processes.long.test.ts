import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../../src/database/migrate.ts";
import { sql } from "../../../src/database/sql.ts";
import { type Fresh, kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";
import { type NodeProcess, startLimitedNode } from "../../node-process.ts";
import { until } from "../../until.ts";
import { tally } from "../test-nodes.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`limits of nodes that are processes, on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let dataDir: string;
    beforeEach(async () => {
      fresh = await kind.fresh();
      await migrate(await fresh.open(), migrations);
      dataDir = mkdtempSync(join(tmpdir(), "vingate-limits-"));
    });
    afterEach(async () => {
      await fresh.end();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const start = (count: number, more: object): Promise<NodeProcess[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          startLimitedNode({
            dataDir,
            database: fresh.options,
            name: `node${index}`,
            subscription: "s",
            callers: 64 / count,
            forMs: 1500,
            workMs: 0,
            ...more,
          }),
        ),
      );

    const run = async (nodes: readonly NodeProcess[]): Promise<Record<string, number>> => {
      for (const node of nodes) node.go();
      return tally((await Promise.all(nodes.map((node) => node.output))).flat());
    };

    for (const count of [1, 4])
      test(`64 callers of ${count} get exactly the limit`, async () => {
        const rate = { calls: 1000, renewal_period_s: 60 };
        const sum = await run(await start(count, { rate }));
        expect(sum.answered).toBe(1000);
        expect(sum.refused).toBeGreaterThan(0);
      }, 180_000);

    test("64 callers of 4 get exactly the quota, and rollups agree", async () => {
      const quota = { calls: 300, renewal: "lifetime" as const };
      const sum = await run(await start(4, { quota, workMs: 3 }));
      expect(sum.answered).toBe(300);
      expect(await answered(fresh)).toBe(300);
    }, 180_000);

    test("a node killed under load returns its leased quota", async () => {
      const quota = { calls: 2000, renewal: "month" as const };
      const [one, other] = await start(2, { quota, forMs: 20_000, callers: 2, workMs: 3 });
      one!.go();
      other!.go();
      await until(() => one!.count("answered") >= 100, "the node answers 100 calls");
      one!.kill("SIGKILL");
      await one!.output;
      other!.kill("SIGKILL");
      await other!.output;
      const sum = await run(await start(1, { quota, callers: 32, forMs: 2500 }));
      expect(sum.answered).toBeGreaterThan(0);
      expect(sum.refused).toBeGreaterThan(0);
      expect(await answered(fresh)).toBe(2000);
    }, 180_000);
  });

async function answered(fresh: Fresh): Promise<number> {
  const db = await fresh.open();
  const row = await db.get<{ calls: number }>(sql`
    select cast(coalesce(sum(calls), 0) as bigint) as calls from usage_hourly
    where subscription_id = 's' and class = 'success'`);
  return row!.calls;
}
