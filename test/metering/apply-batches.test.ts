import { describe, expect, test } from "bun:test";
import { systemTiming } from "../../src/base/timing.ts";
import { JournalApplier } from "../../src/metering/apply/journal-applier.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { kinds } from "../database/databases.ts";
import { openTestJournal } from "./test-journal.ts";
import { callOf, openTestNodes, start } from "./test-nodes.ts";

const calls = 6000;
const msPerCall = 0.1;
const short = [512, 256, 232, ...new Array<number>(19).fill(256), 136];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the size of an applied batch on ${kind.dialect}`, () => {
    let pauses = 0;

    /** The number of calls in each batch. Each call takes a tenth of a millisecond. */
    async function batches({ callersWait = false, lowPriority = false }): Promise<number[]> {
      const setup = await openTestNodes(kind);
      const { journal, path, end } = openTestJournal();
      const { id } = journal.directory;
      await openJournal(setup.db, { journalId: id, node: "n", place: "p", at: start });
      await Promise.all(Array.from({ length: calls }, () => journal.append(callOf("s", 0))));
      const sizes: number[] = [];
      let now = 0;
      pauses = 0;
      const applier = new JournalApplier(
        setup.db,
        { id, path },
        {
          timing: {
            ...systemTiming,
            monotonic: () => now,
            after(_, work) {
              pauses += 1;
              return systemTiming.after(0, work);
            },
          },
          callersWait: () => callersWait,
          lowPriority,
          async write(_tx, _journalId, records) {
            sizes.push(records.length);
            now += records.length * msPerCall;
          },
        },
      );
      // As the apply schedule does: first what was written within a quarter of a second.
      for (const to of [1000, calls]) expect(await applier.apply(to)).toMatchObject({ appliedSeq: to });
      applier.close();
      await end();
      await setup.end();
      return sizes;
    }

    test("takes less than a second, and less when calls wait", async () => {
      const fitting = kind.dialect === "sqlite" ? [2500, 2500] : [4000, 1000];
      expect(await batches({})).toEqual([1000, ...fitting]);
      expect(await batches({ callersWait: true })).toEqual(short);
      expect(pauses).toBe(0);
    });

    test("is short in a recovery, with pauses in which other processes lock SQLite", async () => {
      const sizes = await batches({ lowPriority: true });
      const sqlite = kind.dialect === "sqlite";
      expect(sizes).toEqual(sqlite ? short : [512, 488, 1000, 1000, 1000, 1000, 1000]);
      expect(pauses).toBe(sqlite ? short.length : 0);
    });
  });
