import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kinds } from "../database/databases.ts";
import { startCallingNode } from "../node-process.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { credits, torture } from "./kill-run.ts";
import { grant, openTestNodes, tally, totalsOf } from "./test-nodes.ts";

const rounds = 24;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`nodes that are processes, on ${kind.dialect}`, () => {
    test("64 callers of three processes get exactly 15 credits every round", async () => {
      const setup = await openTestNodes(kind);
      const subscriptions = Array.from({ length: rounds }, (_, index) => `s${index}`);
      for (const id of subscriptions) await grant(setup.db, id, 15);
      const dataDir = mkdtempSync(join(tmpdir(), "vingate-race-"));
      const nodes = await Promise.all(
        [22, 21, 21].map((callers, index) =>
          startCallingNode({
            dataDir,
            database: setup.fresh.options,
            name: `node${index}`,
            sync: "interval",
            subscriptions,
            callers,
            calls: rounds,
            workMs: 2,
          }),
        ),
      );
      for (const node of nodes) node.go();
      const lines = (await Promise.all(nodes.map((node) => node.output))).flat();
      const served = lines.filter((line) => line.startsWith("served")).map((line) => line.split(" ")[2]!);
      expect(tally(served)).toEqual(Object.fromEntries(subscriptions.map((id) => [id, 15])));
      expect(tally(lines.map((line) => line.split(" ")[0]!))).toEqual({
        ready: 3,
        closed: 3,
        sent: 64 * rounds,
        served: 15 * rounds,
        exhausted: 49 * rounds,
      });
      expect(await totalsOf(setup.db, "s0")).toEqual({
        granted: 15,
        used: 15,
        remaining: 0,
        written_off: 0,
        debt: 0,
        held: 0,
        logged: 15,
        reported: 15,
        rows: 15,
      });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      rmSync(dataDir, { recursive: true, force: true });
      await setup.end();
    }, 120_000);

    test("ten kills under load: each acknowledged call is charged once", async () => {
      const nodes = kind.dialect === "postgres" ? 3 : 1;
      const outcome = await torture(kind, { kills: 10, nodes });
      expect(outcome).toMatchObject({ lost: 0, twice: 0, invented: 0, findings: [] });
      const { acknowledged, charged, unknown, totals } = outcome;
      expect(acknowledged).toBeGreaterThan(100);
      expect(charged).toBeGreaterThanOrEqual(acknowledged);
      expect(charged).toBeLessThanOrEqual(acknowledged + unknown);
      expect(totals.scarce!.used).toBeLessThanOrEqual(credits.scarce);
      for (const each of Object.values(totals)) expect([each.written_off, each.held]).toEqual([0, 0]);
    }, 120_000);
  });
