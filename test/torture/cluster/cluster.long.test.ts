import { expect, test } from "bun:test";
import { Cluster } from "./cluster.ts";
import { findPrograms } from "./programs.ts";
import { torment } from "./torment.ts";

// A short run of `npm run cluster`. A busy machine is no fault, so nothing here bounds a time.
const programs = findPrograms();
if ("reason" in programs) console.warn(`the cluster is skipped: ${programs.reason}`);

const faults = ["switchover", "primary killed", "pgbouncer killed", "node killed", "worker killed"];

test.skipIf("reason" in programs)(
  "a cluster under faults charges and records each answered call once",
  async () => {
    if ("reason" in programs) return;
    const cluster = await Cluster.start({ programs, mode: "transaction", callStore: true });
    try {
      const lines: string[] = [];
      const plan = { lastingMs: 20_000, pauseMs: 3000, perSecond: 200, faults };
      const report = await torment(cluster, { ...plan, print: (line) => lines.push(line) });
      expect(report.broken).toEqual([]);
      expect(report.faults.size).toBeGreaterThan(1);
      expect(report.outcome.acknowledged).toBeGreaterThan(100);
    } finally {
      await cluster.end();
    }
  },
  600_000,
);
