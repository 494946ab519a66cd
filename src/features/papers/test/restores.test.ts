import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startWorld, type World } from "../../../../test/decisions/world.ts";
import { kinds } from "../../../../test/harness.ts";
import { minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { readHeld } from "../../../decisions/held.ts";
import { logIds } from "../../../decisions/log-file.ts";
import { replay, Unopened } from "../../../decisions/replay.ts";
import { issueCreditNote } from "../issue.ts";
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
