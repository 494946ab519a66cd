import { expect, test } from "bun:test";
import { createLog } from "../../src/base/log.ts";
import { Reaper } from "../../src/metering/apply/reaper.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { expireJournal } from "../../src/metering/credits/close-journal.ts";
import { findJournal, openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { manualTiming } from "./manual-timing.ts";
import { grant, openTestNodes, start, totalsOf } from "./test-nodes.ts";

test("a journal silent for nine tenths of the lease time expires", async () => {
  const setup = await openTestNodes(kinds[0]!);
  const timing = manualTiming();
  await grant(setup.db, "s", 20);
  for (const journalId of ["silent", "alive", "empty"]) {
    await openJournal(setup.db, { journalId, node: "n", place: "p", at: start });
    if (journalId === "empty") continue;
    await acquireCredits(new OwnedJournals(setup.db), journalId, {
      requests: [{ subscriptionId: "s", op: 1, need: 0, amount: 5 }],
      share: 1,
    });
  }
  const log = createLog(timing.wall, (line) => void setup.logged.push(line));
  const reaper = new Reaper(setup.db, timing, 60_000, log);
  const heartbeat = () =>
    setup.db.run({
      parts: ["update journal set commit_count = commit_count + 1 where journal_id = 'alive'"],
      values: [],
    });
  const states = async () =>
    Promise.all(["silent", "alive", "empty"].map(async (id) => (await findJournal(setup.db, id))?.state));
  expect(await reaper.pass()).toBe(0);
  for (let seconds = 9; seconds < 54; seconds += 9) {
    await timing.advance(9000);
    await heartbeat();
    expect(await reaper.pass()).toBe(0);
  }
  // The wall clock alone does not expire it, because it can be set.
  const other = new Reaper(setup.db, timing, 60_000, log);
  expect(await other.pass()).toBe(0);
  timing.stepWall(3_600_000);
  expect(await other.pass()).toBe(0);
  // Set back, it does not keep the leases.
  timing.stepWall(-7_200_000);
  await timing.advance(9000);
  await heartbeat();
  expect([await reaper.pass(), await states()]).toEqual([2, ["expired", "open", "expired"]]);
  expect(await totalsOf(setup.db, "s")).toMatchObject({ remaining: 15, held: 5 });
  expect(await expireJournal(setup.db, "silent", 0, start)).toBe(false);
  await setup.end();
});
