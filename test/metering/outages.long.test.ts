import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../src/database/migrate.ts";
import { openDatabase } from "../../src/database/open.ts";
import { migrations } from "../database/migrations.ts";
import { startCallingNode } from "../node-process.ts";
import { postgresMissing, startPostgres } from "../postgres.ts";
import { until } from "../until.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { grant, totalsOf } from "./test-nodes.ts";

const deadlineMs = 1500;

describe.skipIf(postgresMissing() !== undefined)("a node whose PostgreSQL goes away", () => {
  test("serves its leased credits; ledger and callers' counts agree afterwards", async () => {
    const server = await startPostgres({ own: true });
    const url = await server.newDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), "vingate-outage-"));
    const setUp = await openDatabase({ url });
    await migrate(setUp, migrations);
    await grant(setUp, "s", 10_000_000);
    await setUp.close();
    const node = await startCallingNode({
      dataDir,
      database: { url, deadlineMs },
      name: "n",
      sync: "interval",
      subscriptions: ["s"],
      callers: 16,
      workMs: 3,
    });
    node.go();
    const serves = (from = node.count("served")) =>
      until(() => node.count("served") > from + 300, "the node serves 300 calls");
    await serves();
    await server.stop();
    // Both outages last longer than a statement's deadline.
    await Bun.sleep(deadlineMs + 500);
    await server.start();
    await serves();
    server.freeze();
    await Bun.sleep(deadlineMs + 500);
    server.thaw();
    await serves();
    node.kill("SIGTERM");
    const said = await node.output;
    const words = said.map((line) => line.split(" ")[0]!);
    const count = (word: string) => words.filter((each) => each === word).length;
    const db = await openDatabase({ url });
    expect(words.at(-1)).toBe("closed");
    expect(count("sent")).toBe(count("served") + count("missing") + count("unavailable"));
    expect(count("served")).toBeGreaterThan(1000);
    expect(await totalsOf(db, "s")).toEqual({
      granted: 10_000_000,
      used: count("served"),
      remaining: 10_000_000 - count("served"),
      written_off: 0,
      debt: 0,
      held: 0,
      logged: count("served"),
      reported: count("served"),
      rows: count("served") + count("missing"),
    });
    expect(await consistencyFindings(db)).toEqual([]);
    await db.close();
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }, 180_000);
});
