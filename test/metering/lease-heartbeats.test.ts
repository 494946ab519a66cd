import { expect, test } from "bun:test";
import { heartbeatWaitMs } from "../../src/cli/journals.ts";
import { sql } from "../../src/database/sql.ts";
import { clocked, ticket } from "./manual-nodes.ts";
import { callOf, grant } from "./test-nodes.ts";

test("a node sends heartbeats with a lease and when idle", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1000);
  const { node: idle } = await clock.node();
  const { node: used } = await clock.node();
  const commitCounts = async () => {
    const rows = await clock.setup.db.all<{ journal_id: string; commit_count: number }>(
      sql`select journal_id, commit_count from journal`,
    );
    return [idle, used].map(
      ({ journalId }) => rows.find((row) => row.journal_id === journalId)!.commit_count,
    );
  };
  const heard: boolean[][] = [];
  const listen = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const before = await commitCounts();
      await clock.timing.advance(heartbeatWaitMs);
      heard.push((await commitCounts()).map((count, index) => count > before[index]!));
    }
  };
  await listen(10);
  await (await ticket(clock, used, "s")).settle(callOf("s", 1));
  // Its lease is returned after 30 s.
  await listen(20);
  expect(heard).toEqual(Array.from({ length: 30 }, () => [true, true]));
  await clock.end();
});
