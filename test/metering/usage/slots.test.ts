import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { hourMs, minuteMs } from "../../../src/base/durations.ts";
import type { Database, Queries } from "../../../src/database/database.ts";
import { name, sql } from "../../../src/database/sql.ts";
import { apply } from "../../../src/metering/apply/apply.ts";
import { type WriteUsage, writeUsage } from "../../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../../src/metering/credits/acquire.ts";
import { closeJournal } from "../../../src/metering/credits/close-journal.ts";
import { openJournal } from "../../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../../src/metering/sharing/owned-journals.ts";
import { mergeSlots } from "../../../src/metering/usage/merge-slots.ts";
import { aggregateUsage } from "../../../src/metering/usage/usage-aggregate.ts";
import { sumUsage, usedPart } from "../../../src/metering/usage/usage-read.ts";
import { enterSeries, SeriesNumbers } from "../../../src/metering/usage/usage-series.ts";
import { writeRollUps } from "../../../src/metering/usage/usage-write.ts";
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { consistencyFindings } from "../consistency-findings.ts";
import { callOf, grant, openTestNodes, start, type TestNodes, totalsOf } from "../test-nodes.ts";

const slotTables = ["usage_minute_sum", "usage_hourly_sum", "usage_minute_total", "usage_hourly_total"].map(
  (table) => `${table}_slot`,
);

async function slotRows(db: Queries): Promise<number[]> {
  const counts = slotTables.map((table) =>
    db.get<{ rows: number }>(sql`select count(*) as "rows" from ${name(table)}`),
  );
  return (await Promise.all(counts)).map((row) => row!.rows);
}

const open = (db: Database, journalId: string) =>
  openJournal(db, { journalId, node: "n", place: "p", at: start });

async function slotsOf(db: Database): Promise<Record<string, number>> {
  const rows = await db.all<{ id: string; slot: number }>(
    sql`select journal_id as id, slot from journal order by journal_id`,
  );
  return Object.fromEntries(rows.map(({ id, slot }) => [id, slot]));
}

/** The reports of all calls: by API and by hour, of everyone and of one subscription. */
async function reported(db: Database) {
  const used = await usedPart(db, 0, Number.MAX_SAFE_INTEGER);
  const spans = [
    { unit: "hour" as const, ...used },
    { unit: "minute" as const, from: start, to: start + hourMs },
  ];
  const scopes = [{ userIds: [] }, { userIds: ["user-1"] }, { userIds: [], subscriptionId: "s" }];
  const found = [];
  for (const scope of scopes)
    for (const by of ["api", "subscription", "user", "start"] as const)
      for (const span of spans) found.push(await sumUsage(db, scope, [span], by));
  return found.map((rows) => rows.map((row) => JSON.stringify(row)).sort());
}

/** Calls of two subscriptions in two hours, added by so many journals' slots; without slots if 0. */
async function addCalls(setup: TestNodes, slots: number, minutes = 90): Promise<void> {
  for (let slot = Math.min(1, slots); slot <= slots; slot++) {
    const calls = Array.from({ length: minutes }, (_, minute) =>
      callOf(minute % 3 ? "s" : "t", 1, { at: start + minute * minuteMs, apiMicros: 100 + slot }),
    );
    const deltas = aggregateUsage(calls);
    await enterSeries(
      setup.db,
      deltas.hours.map(({ series }) => series),
    );
    await setup.db.transaction((tx) => writeRollUps(tx, deltas, new SeriesNumbers(), slot));
  }
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`slots of rollups on ${kind.dialect}`, () => {
    test("reports are the same before, during and after merging", async () => {
      const setup = await openTestNodes(kind);
      await addCalls(setup, 3);
      const before = await reported(setup.db);
      expect(await slotRows(setup.db)).toEqual([270, 12, 270, 6]);
      expect(before[0]).toHaveLength(1);
      expect(JSON.parse(before[0]![0]!)).toMatchObject({ calls: 270, api_us_min: 101, api_us_max: 103 });
      // Minutes and hours that have not ended stay.
      await mergeSlots(setup.db, start + hourMs + 5 * minuteMs + 20_000);
      expect(await slotRows(setup.db)).toEqual([75, 6, 75, 3]);
      expect(await reported(setup.db)).toEqual(before);
      // A late call of a merged minute goes the same way.
      const late = aggregateUsage([callOf("s", 1, { at: start })]);
      await setup.db.transaction((tx) => writeRollUps(tx, late, new SeriesNumbers(), 2));
      await mergeSlots(setup.db, start + 24 * hourMs);
      expect(await slotRows(setup.db)).toEqual([0, 0, 0, 0]);
      expect(await mergeSlots(setup.db, start + 24 * hourMs)).toBe(0);
      const merged = await reported(setup.db);
      expect(JSON.parse(merged[0]![0]!)).toMatchObject({ calls: 271, credits: 271 });
      await setup.end();
    });

    test("merged rows are those that shared rows would be", async () => {
      const [merged, shared] = [await openTestNodes(kind), await openTestNodes(kind)];
      await addCalls(merged, 2);
      await mergeSlots(merged.db, start + 24 * hourMs);
      for (let round = 1; round <= 2; round++) {
        const calls = Array.from({ length: 90 }, (_, minute) =>
          callOf(minute % 3 ? "s" : "t", 1, { at: start + minute * minuteMs, apiMicros: 100 + round }),
        );
        await shared.db.transaction((tx) => writeRollUps(tx, aggregateUsage(calls), new SeriesNumbers()));
      }
      for (const table of ["usage_minute", "usage_hourly", "usage_minute_total", "usage_hourly_total"]) {
        const rows = (db: Database) => db.all(sql`select * from ${name(table)} order by 1, 2, 3`);
        expect(await rows(merged.db)).toEqual(await rows(shared.db));
      }
      await merged.end();
      await shared.end();
    });

    test("a killed merge counts nothing twice and loses nothing", async () => {
      const setup = await openTestNodes(kind);
      await addCalls(setup, 12, 700);
      const before = await reported(setup.db);
      const moved = async () => (await slotRows(setup.db)).reduce((sum, rows) => sum + rows, 0);
      let left = await moved();
      for (let kills = 0; kills < 4; kills++) {
        const child = Bun.spawn(
          [
            process.execPath,
            join(import.meta.dir, "merging-process.ts"),
            JSON.stringify(setup.fresh.options),
            String(start + 24 * hourMs),
          ],
          { stdio: ["ignore", "ignore", "inherit"] },
        );
        await until(async () => (await moved()) < left || child.exitCode !== null, "rows are merged");
        child.kill("SIGKILL");
        await child.exited;
        left = await moved();
        expect(await reported(setup.db)).toEqual(before);
      }
      await mergeSlots(setup.db, start + 24 * hourMs);
      expect(await moved()).toBe(0);
      expect(await reported(setup.db)).toEqual(before);
      await setup.end();
    });

    test("the doctor compares the sums of slots", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      await open(setup.db, "j");
      const records = [1, 2, 3].map((seq) => ({ seq, call: callOf("s", 1) }));
      await apply(setup.db, { journalId: "j", records, now: start }, (tx, id, all, known) =>
        writeUsage(tx, id, all, known, 1),
      );
      expect(await consistencyFindings(setup.db)).toEqual([]);
      for (const table of slotTables) {
        await setup.db.run(sql`update ${name(table)} set calls = calls + 1`);
        expect(await consistencyFindings(setup.db)).not.toEqual([]);
        await setup.db.run(sql`update ${name(table)} set calls = calls - 1`);
      }
      await setup.end();
    });
  });

const postgres = kinds.find(({ dialect }) => dialect === "postgres")!;
describe.skipIf(postgres.missing)("journals on PostgreSQL", () => {
  test("open journals have slots of their own", async () => {
    const setup = await openTestNodes(postgres);
    const other = await setup.fresh.open();
    const names = Array.from({ length: 12 }, (_, index) => `j${index}`);
    await Promise.all(names.map((id, index) => open(index % 2 ? setup.db : other, id)));
    const slots = await slotsOf(setup.db);
    expect(Object.values(slots).sort((a, b) => a - b)).toEqual(names.map((_, index) => index + 1));
    expect(await closeJournal(setup.db, "j3", 0, start)).toBe(true);
    await open(setup.db, "later");
    expect((await slotsOf(setup.db)).later).toBe(slots.j3!);
    await setup.end();
  });

  test("applying waits for no other journal's transaction", async () => {
    const setup = await openTestNodes(postgres);
    await grant(setup.db, "s", 100);
    await grant(setup.db, "free", null);
    const other = await setup.fresh.open();
    const journals = [
      { db: setup.db, id: "one" },
      { db: other, id: "two" },
    ];
    for (const { db, id } of journals) {
      await open(db, id);
      const requests = ["s", "free"].map((subscriptionId) => ({
        subscriptionId,
        op: 1,
        need: 10,
        amount: 10,
      }));
      await acquireCredits(new OwnedJournals(db), id, { requests, share: 1 });
    }
    // The same new series, keys, subscriptions and minute; each transaction ends after both have written.
    const written = [0, 0].map(() => Promise.withResolvers<void>());
    const work = journals.map(({ db, id }, index) => {
      const records = ["s", "free"].map((subscription, place) => ({
        seq: place + 1,
        call: callOf(subscription, 2, { at: start + 1, key: "primary" }),
      }));
      const write: WriteUsage = async (...args) => {
        await writeUsage(...args);
        written[index]!.resolve();
        await Promise.all(written.map(({ promise }) => promise));
      };
      return apply(db, { journalId: id, records, now: start }, write);
    });
    await Promise.all(work);
    expect((await totalsOf(setup.db, "s")).used).toBe(4);
    expect((await totalsOf(setup.db, "free")).used).toBe(4);
    expect(await consistencyFindings(setup.db)).toEqual([]);
    for (const { db, id } of journals) expect(await closeJournal(db, id, 2, start)).toBe(true);
    expect(await consistencyFindings(setup.db)).toEqual([]);
    await setup.end();
  });
});
