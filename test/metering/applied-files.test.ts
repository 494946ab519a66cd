import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { systemTiming } from "../../src/base/timing.ts";
import { migrate } from "../../src/database/migrate.ts";
import { JournalApplier } from "../../src/metering/apply/journal-applier.ts";
import { createJournalDirectory } from "../../src/metering/journal/journal-directory.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { kinds } from "../database/databases.ts";
import { migrations } from "../database/migrations.ts";
import { writeSegment } from "./test-journal.ts";

test("a segment can go when its calls are applied, and logged elsewhere", async () => {
  const directory = createJournalDirectory(mkdtempSync(join(tmpdir(), "vingate-applied-")));
  const { id, path, lock } = directory;
  const fresh = await kinds[0]!.fresh();
  const db = await fresh.open();
  await migrate(db, migrations);
  await openJournal(db, { journalId: id, node: "n", place: "", at: 0 });
  writeSegment(directory, { number: 1, firstSeq: 1 }, [1, 2]);
  writeSegment(directory, { number: 2, firstSeq: 3 }, [3, 4]);
  writeSegment(directory, { number: 3, firstSeq: 5 }, [5, 6]);
  writeSegment(directory, { number: 4, firstSeq: 7 }, [7]);
  const applier = new JournalApplier(db, directory, { timing: systemTiming });
  expect((await applier.apply(4)).appliedSeq).toBe(4);
  const removable = (loggedSeq: number) => applier.appliedFiles(loggedSeq).map((file) => basename(file));
  expect([0, 2, 3, 4, 6, Number.POSITIVE_INFINITY].map((seq) => removable(seq).length)).toEqual([
    0, 1, 1, 2, 2, 2,
  ]);
  applier.close();
  lock.release();
  await fresh.end();
  rmSync(dirname(path), { recursive: true });
});
