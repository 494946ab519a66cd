import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../../src/base/log.ts";
import { systemTiming } from "../../../src/base/timing.ts";
import { journalsFolder } from "../../../src/metering/journal/journal-directory.ts";
import { syncHere } from "../../../src/metering/journal/sync.ts";
import { Metering } from "../../../src/metering/metering.ts";
import { findJournal } from "../../../src/metering/sharing/journal-rows.ts";
import { startStore, storeSetup } from "../../../src/metering/store/store-thread.ts";
import { kinds } from "../../database/databases.ts";
import { consistencyFindings } from "../../metering/consistency-findings.ts";
import { leftBehind } from "../../metering/left-behind.ts";
import {
  callOnce,
  grant,
  openTestNodes,
  type TestNodes,
  tally,
  totalsOf,
} from "../../metering/test-nodes.ts";
import { until } from "../../until.ts";

const script = new URL("../../../src/metering/store/store-worker.ts", import.meta.url).href;

/** The outcome of a call. On a busy machine the next thread may start later than a call waits, so it is repeated. */
async function callUntilLeased(metering: Metering): Promise<string> {
  const outcome = await callOnce(metering, "s1");
  return outcome === "unavailable" ? callUntilLeased(metering) : outcome;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a store whose thread fails, on ${kind.dialect}`, () => {
    let nodes: TestNodes;
    let dataDir: string;
    const lines: string[] = [];
    const threads: Worker[] = [];

    beforeEach(async () => {
      nodes = await openTestNodes(kind);
      dataDir = mkdtempSync(join(tmpdir(), "vingate-thread-"));
      lines.length = 0;
      threads.length = 0;
    });
    afterEach(async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await nodes.end();
    });

    const newThread = () => {
      const thread = new Worker(script);
      threads.push(thread);
      return thread;
    };
    const node = () => {
      const line = (text: string) => void lines.push(text);
      const setup = storeSetup({ dataDir, database: nodes.fresh.options, leaseTtlMs: 900_000 });
      return Metering.open({
        store: startStore(setup, line, newThread),
        folder: journalsFolder(dataDir),
        log: createLog(Date.now, line),
        timing: systemTiming,
        syncer: syncHere,
        sync: "never",
        unappliedMax: 2 ** 30,
        staleMs: 60_000,
        node: "test",
      });
    };

    test("a dead process's long journal is applied", async () => {
      const calls = 20_000;
      await grant(nodes.db, "s1", 100_000);
      const { id } = await leftBehind(
        { db: nodes.db, folder: journalsFolder(dataDir) },
        systemTiming,
        "s1",
        calls,
      );
      const metering = await node();
      const recovered = async () => (await findJournal(nodes.db, id))?.state === "closed";
      await until(recovered, "the journal is closed");
      await metering.close();
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { event: "journal recovered", journal: id, calls },
      ]);
      expect(await totalsOf(nodes.db, "s1")).toMatchObject({
        used: calls,
        remaining: 100_000 - calls,
        held: 0,
      });
      expect(await consistencyFindings(nodes.db)).toEqual([]);
    }, 180_000);

    test("continues in a new thread and charges every call once", async () => {
      await grant(nodes.db, "s1", 1_000_000);
      const metering = await node();
      const outcomes: string[] = [];
      for (let failures = 0; failures < 4; failures++) {
        for (let calls = 0; calls < 40; calls++) outcomes.push(await callUntilLeased(metering));
        // During an apply, and at rest.
        const applying = failures % 2 === 0 ? metering.flush().catch(() => undefined) : undefined;
        threads.at(-1)!.terminate();
        await applying;
        await until(() => threads.length === failures + 2, "the next thread has started");
      }
      outcomes.push(await callUntilLeased(metering));
      await metering.close();
      expect(tally(outcomes)).toEqual({ served: 161 });
      const { used, held, logged, remaining } = await totalsOf(nodes.db, "s1");
      expect({ used, held, logged, remaining }).toEqual({
        used: 161,
        held: 0,
        logged: 161,
        remaining: 999_839,
      });
      expect(await consistencyFindings(nodes.db)).toEqual([]);
      expect(
        lines.filter((text) => text.includes("the metering thread has failed and is started again")),
      ).toHaveLength(4);
    });

    test("refuses calls that it cannot lease, then recovers", async () => {
      await grant(nodes.db, "s1", 15);
      const metering = await node();
      threads[0]!.terminate();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => callUntilLeased(metering)));
      expect(tally(outcomes)).toEqual({ served: 15, exhausted: 5 });
      await metering.close();
      expect(await totalsOf(nodes.db, "s1")).toMatchObject({ used: 15, held: 0, remaining: 0 });
    });
  });
