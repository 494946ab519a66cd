import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../src/base/log.ts";
import { systemTiming } from "../../src/base/timing.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { sql } from "../../src/database/sql.ts";
import type { Finding } from "../../src/metering/consistency/comparison.ts";
import { journalsFolder } from "../../src/metering/journal/journal-directory.ts";
import { createMeteringStore } from "../../src/metering/store/store.ts";
import type { Kind } from "../database/databases.ts";
import { migrations } from "../database/migrations.ts";
import { type NodeProcess, startCallingNode } from "../node-process.ts";
import { until } from "../until.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { grant, type Totals, totalsOf } from "./test-nodes.ts";

/** The result of a run with kills. */
export interface Outcome {
  readonly kills: number;
  readonly acknowledged: number;
  /** Sent and never answered; they may or may not be charged. */
  readonly unknown: number;
  readonly charged: number;
  /** Acknowledged but not in the log; in the log twice; in the log but never sent. */
  readonly lost: number;
  readonly twice: number;
  readonly invented: number;
  readonly findings: readonly Finding[];
  readonly totals: Readonly<Record<string, Totals>>;
}

export const credits = { plenty: 10_000_000, scarce: 400 } as const;

/** Runs nodes that are killed at random moments and restarted; then recovers and compares everything. */
export async function torture(kind: Kind, options: { kills: number; nodes: number }): Promise<Outcome> {
  const fresh = await kind.fresh();
  const db = await fresh.open();
  await migrate(db, migrations);
  await grant(db, "plenty", credits.plenty);
  await grant(db, "scarce", credits.scarce);
  await grant(db, "unmetered", null);
  const dataDir = mkdtempSync(join(tmpdir(), "vingate-torture-"));
  const said: string[] = [];
  const start = async (index: number): Promise<NodeProcess> => {
    const node = await startCallingNode({
      dataDir,
      database: fresh.options,
      name: `node${index}`,
      sync: "interval",
      callers: 32,
      workMs: 3,
      subscriptions: ["plenty", "plenty", "plenty", "plenty", "plenty", "unmetered", "unmetered", "scarce"],
    });
    node.go();
    return node;
  };
  let kills = 0;
  const lifeOf = async (index: number): Promise<void> => {
    while (kills < options.kills) {
      const node = await start(index);
      // The kill comes at a random moment of the node's life.
      await Bun.sleep(50 + Math.random() * 500);
      kills += 1;
      node.kill("SIGKILL");
      said.push(...(await node.output));
    }
    const last = await start(index);
    await until(() => last.count("served") > 20, "the last node serves calls");
    last.kill("SIGTERM");
    said.push(...(await last.output));
  };
  try {
    await Promise.all(Array.from({ length: options.nodes }, (_, index) => lifeOf(index)));
    await recoverAll(db, dataDir);
    return await compare(db, said, kills);
  } finally {
    await fresh.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Applies and closes the journals of dead nodes. */
async function recoverAll(db: Database, dataDir: string): Promise<void> {
  const log = createLog(Date.now, () => undefined);
  const folder = journalsFolder(dataDir);
  const store = createMeteringStore(db, { folder, leaseTtlMs: 900_000, timing: systemTiming, log });
  await until(async () => (await store.recover()).left === 0, "all journals are recovered");
  await store.end();
}

async function compare(db: Database, said: readonly string[], kills: number): Promise<Outcome> {
  const words = said.map((line) => line.split(" "));
  const ids = (...kinds: string[]) =>
    new Set(words.filter(([kind]) => kinds.includes(kind!)).map(([, id]) => id!));
  const sent = ids("sent");
  const served = ids("served");
  const answered = ids("served", "missing", "exhausted", "unavailable", "ended");
  const rows = await db.all<{ request_id: string; credits: number; times: number }>(sql`
    select request_id, max(credits) as credits, count(*) as times from request_log group by request_id`);
  const logged = new Map(rows.map((row) => [row.request_id, row]));
  const acknowledged = [...served, ...ids("missing")];
  return {
    kills,
    acknowledged: served.size,
    unknown: [...sent].filter((id) => !answered.has(id)).length,
    charged: rows.filter((row) => row.credits > 0).length,
    lost:
      acknowledged.filter((id) => !logged.has(id)).length +
      [...served].filter((id) => logged.get(id)?.credits !== 1).length,
    twice: rows.filter(({ times }) => times > 1).length,
    invented: rows.filter(({ request_id }) => !sent.has(request_id)).length,
    findings: await consistencyFindings(db),
    totals: Object.fromEntries(
      await Promise.all(
        ["plenty", "scarce", "unmetered"].map(async (id) => [id, await totalsOf(db, id)] as const),
      ),
    ),
  };
}
