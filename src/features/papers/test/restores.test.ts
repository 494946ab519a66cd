import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startWorld, type World } from "../../../../test/decisions/world.ts";
import { kinds } from "../../../../test/harness.ts";
import { findingsWith } from "../../../../test/metering/planted-damage.ts";
import { minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { readHeld } from "../../../decisions/held.ts";
import { logIds } from "../../../decisions/log-file.ts";
import { replay, Unopened } from "../../../decisions/replay.ts";
import { issueCreditNote } from "../issue.ts";
import { gapNotes, jumpNumbers, readGaps } from "../number-gaps.ts";
import { papersIssued } from "../paper-rows.ts";
import { enterSeller, issueOne, now } from "./issued.ts";

const logOf = ({ folder }: World): string => {
  const logs = join(folder, "decisions");
  return join(logs, `${logIds(logs)[0]}.log`);
};

/** Ends the log as a process that is killed before its commit, or directly after it, leaves it: with the entry of a paper. */
function endAtPaper(world: World): void {
  const lines = readFileSync(logOf(world), "utf8").split("\n");
  const last = lines.findLastIndex((line) => line.includes('"paper"'));
  writeFileSync(logOf(world), `${lines.slice(0, last + 1).join("\n")}\n`);
}

/** All papers, whole, in the order of their numbers. */
const papersOf = ({ service }: World) =>
  service.app.database.all<{ number: string; net_minor: number }>(
    sql`select * from paper order by series, number`,
  );

const short = async (world: World) =>
  (await papersOf(world)).map(({ number, net_minor }) => [number, net_minor]);

const issue = ({ service }: World, minor: number, more = {}) =>
  issueOne(service.app.database, "acme", minor, more);

/** What the consistency check finds of the numbers of papers. */
const findingsOf = async ({ service }: World): Promise<string[]> =>
  (await findingsWith(service.app.database, service.app.config.comparisons)).filter((line) =>
    line.startsWith("series"),
  );

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of papers on ${kind.dialect}`, () => {
    test("papers come back whole, and their numbers continue", async () => {
      const world = await startWorld(kind);
      try {
        await enterSeller(world.service.app.database);
        await issue(world, 100);
        const point = await world.point();
        world.service.advance(2 * minuteMs);
        const invoice = await issue(world, 200, { paymentId: "p1" });
        await world.service.app.database.transaction(
          (tx) => issueCreditNote(tx, { corrects: invoice.id, grossMinor: 121, reason: "Late", now }),
          { repeatable: true },
        );
        await issue(world, 300, { now: Date.UTC(2027, 0, 1) });
        const seen = await papersOf(world);
        await world.goBack(point);
        expect(await papersOf(world)).toEqual(seen);
        expect((await readHeld(world.service.app.database))?.replayed).toEqual({ "papers issued": 3 });
        await issue(world, 400);
        await issue(world, 500, { now: Date.UTC(2027, 0, 1) });
        expect(await short(world)).toEqual([
          ["2026-0001", 100],
          ["2026-0002", 200],
          ["2026-0003", 100],
          ["2026-0004", 400],
          ["2027-0001", 300],
          ["2027-0002", 500],
        ]);
      } finally {
        await world.end();
      }
    });

    test("where the log is lost, numbers jump, further with each restore of the same backup", async () => {
      const world = await startWorld(kind);
      const { database: db } = world.service.app;
      const start = now - 10 * minuteMs;
      try {
        await enterSeller(db);
        await issue(world, 100);
        const counter = await db.all<{ series: string; last: number }>(sql`select * from paper_counter`);
        const found = () => findingsOf(world);
        // The same backup twice, an hour apart.
        await db.transaction((tx) => jumpNumbers(tx, start, now, "lost"));
        const [first] = await readGaps(db);
        expect(first).toEqual({ series: "2026", first: 2, last: 1011, reason: "lost", at: now });
        const shown = (await issue(world, 200)).number;
        expect(shown).toBe("2026-1012");
        expect(await found()).toEqual([]);
        await db.run(sql`delete from paper_gap`);
        expect(await found()).toEqual([
          "series 2026: it has 2 papers up to number 1012: number 2 is missing",
        ]);
        await db.run(sql`delete from paper where number = ${shown}`);
        await db.run(sql`update paper_counter set last = ${counter[0]!.last} where series = '2026'`);
        await db.transaction((tx) => jumpNumbers(tx, start, now + 60 * minuteMs, "lost"));
        expect((await issue(world, 200)).number).toBe("2026-1072");
        expect(await gapNotes(db, now)).toEqual(["No paper has the numbers 2026-0002 to 2026-1071: lost"]);
        // The numbers jump in each year that papers of the time can have.
        await db.transaction((tx) => jumpNumbers(tx, now, Date.UTC(2027, 0, 1), "over the year"));
        expect((await readGaps(db, Date.UTC(2027, 0, 1))).map(({ series }) => series)).toEqual([
          "2026",
          "2027",
        ]);
        expect(await found()).toEqual([]);
      } finally {
        await world.end();
      }
    });

    test("a number that was never shown is free, and stays given afterwards", async () => {
      const world = await startWorld(kind);
      try {
        await enterSeller(world.service.app.database);
        await issue(world, 100);
        const point = await world.point();
        await issue(world, 200);
        // A process that was killed before the commit has left the entry alone.
        await world.goBack(point, () => endAtPaper(world));
        expect(await short(world)).toEqual([["2026-0001", 100]]);
        await issue(world, 300);
        const seen = await papersOf(world);
        await world.goBack(point);
        expect(await papersOf(world)).toEqual(seen);
        expect(await short(world)).toEqual([
          ["2026-0001", 100],
          ["2026-0002", 300],
        ]);
      } finally {
        await world.end();
      }
    });

    test("a paper is shown once the log confirms it", async () => {
      const world = await startWorld(kind);
      try {
        await enterSeller(world.service.app.database);
        const point = await world.point();
        await issue(world, 100);
        // What a process has written that is killed when it has answered.
        const log = readFileSync(logOf(world), "utf8");
        const seen = await papersOf(world);
        await world.goBack(point, () => writeFileSync(logOf(world), log));
        expect(await papersOf(world)).toEqual(seen);
      } finally {
        await world.end();
      }
    });

    test("a paper that another master key sealed is counted, and its number stays given", async () => {
      const world = await startWorld(kind);
      const { database } = world.service.app;
      try {
        await enterSeller(database);
        await issue(world, 100);
        const data = { sealed: "", plain: { series: "2026", last: 7 } };
        const content = { at: now, decisions: [{ kind: papersIssued.name, data }] };
        const open = () => {
          throw new Unopened();
        };
        const replayed = await database.transaction((tx) =>
          replay(tx, [{ number: 1, head: "", content }], new Map([["paper", papersIssued]]), { open }),
        );
        expect(replayed).toEqual({ counts: {}, unknown: { paper: 1 } });
        expect((await issue(world, 200)).number).toBe("2026-0008");
      } finally {
        await world.end();
      }
    });

    test("a start confirms what a killed process has issued", async () => {
      const world = await startWorld(kind);
      try {
        await enterSeller(world.service.app.database);
        const point = await world.point();
        await issue(world, 100);
        const seen = await papersOf(world);
        await world.restart(() => endAtPaper(world));
        await world.goBack(point);
        expect(await papersOf(world)).toEqual(seen);
      } finally {
        await world.end();
      }
    });
  });
