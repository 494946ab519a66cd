import { describe, expect, test } from "bun:test";
import { kinds } from "../database/databases.ts";
import { callOnce, grant, openBench, tally, totalsOf } from "./support.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`metering on ${kind.dialect}`, () => {
    test("a call is admitted, recorded, folded and charged once", async () => {
      const bench = await openBench(kind);
      await grant(bench.db, "s", 15);
      const node = await bench.node();
      expect(await callOnce(node, "s")).toBe("served");
      expect(node.remaining("s")).toBe(14);
      expect(await callOnce(node, "s", 1, "missing")).toBe("missing");
      expect(node.remaining("s")).toBe(14);
      await node.flush();
      expect(await totalsOf(bench.db, "s")).toMatchObject({
        granted: 15,
        used: 1,
        logged: 1,
        reported: 1,
        rows: 2,
      });
      await node.close();
      expect(await totalsOf(bench.db, "s")).toMatchObject({ remaining: 14, held: 0, used: 1 });
      await bench.end();
    });

    test("64 callers on 15 credits: exactly 15 are served, by one node and by three", async () => {
      const bench = await openBench(kind);
      const nodes = [await bench.node(), await bench.node(), await bench.node()];
      for (const used of [1, 3]) {
        await grant(bench.db, `s${used}`, 15);
        const outcomes = await Promise.all(
          Array.from({ length: 64 }, (_, index) => callOnce(nodes[index % used]!, `s${used}`, 1, "found", 2)),
        );
        expect(tally(outcomes)).toEqual({ served: 15, exhausted: 49 });
      }
      for (const node of nodes) await node.close();
      for (const used of [1, 3])
        expect(await totalsOf(bench.db, `s${used}`)).toEqual({
          ...{ granted: 15, used: 15, remaining: 0, written_off: 0, held: 0 },
          ...{ logged: 15, reported: 15, rows: 15 },
        });
      await bench.end();
    });
  });
