import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { kinds } from "../database/databases.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { keepCommits } from "./lost-commits.ts";
import { manualTiming } from "./manual-timing.ts";
import { callOnce, grant, openTestNodes, totalsOf } from "./test-nodes.ts";

// Nodes send no heartbeat by themselves, which would notice the loss on a slow machine.
const credits = 1000;
const settled = { granted: credits, written_off: 0, held: 0 };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a database that loses its last commits, on ${kind.dialect}`, () => {
    test("an idle node reapplies missing calls", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", credits);
      const store = await setup.store();
      const node = await setup.node({ store, timing: manualTiming() });
      await callOnce(node, "s");
      await node.flush();
      const lose = await keepCommits(setup.db);
      for (let calls = 0; calls < 20; calls++) await callOnce(node, "s");
      await node.flush();
      await lose();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 1, rows: 1 });
      await store.maintain();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 21, logged: 21, reported: 21, rows: 21 });
      await node.close();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ ...settled, used: 21, remaining: credits - 21 });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    }, 180_000);

    test("a journal without its row is inserted again and replaced", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", credits);
      const lose = await keepCommits(setup.db);
      const store = await setup.store();
      const node = await setup.node({ store, timing });
      const first = node.journalId;
      for (let calls = 0; calls < 5; calls++) await callOnce(node, "s");
      await node.flush();
      await lose();
      await store.maintain();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 5, rows: 5 });
      await timing.advance(1);
      node.notice("s");
      expect(await callOnce(node, "s")).toBe("served");
      expect(node.journalId).not.toBe(first);
      await node.close();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ ...settled, used: 6, remaining: credits - 6 });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    }, 180_000);

    test("after a lost release the next heartbeat fences the node", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", credits);
      await grant(setup.db, "t", credits);
      const store = await setup.store();
      const node = await setup.node({ store, timing });
      await callOnce(node, "s");
      await callOnce(node, "t");
      await node.flush();
      const lose = await keepCommits(setup.db);
      const held = (await totalsOf(setup.db, "s")).held;
      expect(
        await store.releaseCredits(node.journalId!, [{ subscriptionId: "s", op: 2, amount: held }]),
      ).toEqual([{ subscriptionId: "s", held: 0, remaining: credits - 1 }]);
      await lose();
      expect((await totalsOf(setup.db, "s")).held).toBe(held);
      const first = node.journalId!;
      expect(await store.heartbeat(first, 0)).toBe("fenced");
      expect(await store.heartbeat(first, 0)).toBe("fenced");
      await timing.advance(1);
      node.notice("t");
      expect(await callOnce(node, "t")).toBe("served");
      expect(node.journalId).not.toBe(first);
      await node.close();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ ...settled, used: 1, remaining: credits - 1 });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    }, 180_000);

    test("a dead process's closed journal is reapplied by its closer", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", credits);
      const node = await setup.node({ timing: manualTiming() });
      await callOnce(node, "s");
      await node.flush();
      const lose = await keepCommits(setup.db);
      for (let calls = 0; calls < 9; calls++) await callOnce(node, "s");
      await node.close();
      const recovering = await setup.store();
      for (let pass = 0; pass < 3; pass++)
        expect(await recovering.recover()).toEqual({ left: 0, damaged: [] });
      await lose();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 1, rows: 1 });
      expect(await recovering.recover()).toEqual({ left: 0, damaged: [] });
      expect(await totalsOf(setup.db, "s")).toMatchObject({ ...settled, used: 10, rows: 10 });
      expect(readdirSync(setup.folder)).toHaveLength(1);
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    }, 180_000);
  });
