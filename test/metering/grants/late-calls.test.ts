import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { apply } from "../../../src/metering/apply/apply.ts";
import { writeUsage } from "../../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../../src/metering/credits/acquire.ts";
import { crossBoundaries } from "../../../src/metering/credits/grants/boundaries.ts";
import { enterGrant } from "../../../src/metering/credits/grants/enter-grants.ts";
import { releaseCredits } from "../../../src/metering/credits/release.ts";
import { OwnedJournals } from "../../../src/metering/sharing/owned-journals.ts";
import { type Clocked, clocked } from "../../database/clocked-database.ts";
import { type Fresh, kinds } from "../../database/databases.ts";
import { consistencyFindings } from "../consistency-findings.ts";
import { ask, open } from "../journal-story.ts";
import { callOf, grant, start, totalsOf } from "../test-nodes.ts";

/** When the trial credits expire. */
const expiry = start + 60_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`calls around an expiry on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Clocked;
    beforeEach(async () => {
      fresh = await kind.migrated();
      db = await clocked(await fresh.open(), start);
      await grant(db, "s", 20);
      const trial = { id: "trial", subscriptionId: "s", source: "trial", credits: 10 } as const;
      await db.transaction((tx) => enterGrant(tx, { ...trial, expiresAt: expiry }));
      await open(db, "j");
    });
    afterEach(() => fresh.end());

    const acquire = (op: number, credits: number) =>
      acquireCredits(new OwnedJournals(db), "j", { requests: [ask("s", op, credits)], share: 1 });
    const release = (op: number, amount: number) =>
      releaseCredits(new OwnedJournals(db), "j", [{ subscriptionId: "s", op, amount }]);
    /** Applies calls, each of so many credits and made at a time. */
    const made = (from: number, ...calls: readonly (readonly [credits: number, at: number])[]) =>
      apply(
        db,
        {
          journalId: "j",
          records: calls.map(([credits, at], index) => ({
            seq: from + index,
            call: callOf("s", credits, { at }),
          })),
          now: expiry,
        },
        writeUsage,
      );
    /** The grants and the balance, after the consistency check has found nothing. */
    const stored = async () => {
      expect(await consistencyFindings(db)).toEqual([]);
      const grants = await db.all<Record<string, unknown>>(sql`
        select source, spent, expired, state from credit_grant where amount > 0 order by amount`);
      const { granted, used, remaining, held, debt, written_off } = await totalsOf(db, "s");
      return { grants: grants.map((one) => ({ ...one })), granted, used, remaining, held, debt, written_off };
    };
    const after = (trial: object, rest: object = {}, more: object = {}) => ({
      grants: [
        { source: "trial", spent: 0, expired: 0, state: "closed", ...trial },
        { source: "grant", spent: 0, expired: 0, state: "open", ...rest },
      ],
      granted: 20,
      used: 0,
      remaining: 20,
      held: 0,
      debt: 0,
      written_off: 0,
      ...more,
    });

    test("a late call that its lease covers in part is paid by what expired, for the rest of it", async () => {
      await acquire(1, 4);
      await db.setTime(expiry);
      await crossBoundaries(db, ["s"]);
      expect(await stored()).toEqual(
        after({ expired: 6, state: "closing" }, {}, { granted: 24, held: 4, remaining: 20 }),
      );
      await made(1, [7, expiry - 1]);
      expect(await stored()).toEqual(after({ spent: 7, expired: 3 }, {}, { granted: 27, used: 7 }));
      const rows = await db.all<{ delta: number; grant_id: string }>(sql`
        select delta, grant_id from credit_ledger where kind = 'expire' order by number`);
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { delta: -6, grant_id: "trial" },
        { delta: 3, grant_id: "trial" },
      ]);
    });

    test("of several late calls those before the expiry are paid by it, and no more than their credits", async () => {
      await acquire(1, 4);
      await db.setTime(expiry);
      await crossBoundaries(db, ["s"]);
      // The lease covers four of nine: the first five are late, two of which were made before the expiry.
      await made(1, [2, expiry - 1], [7, expiry]);
      expect(await stored()).toEqual(
        after({ spent: 6, expired: 4 }, { spent: 3 }, { granted: 26, used: 9, remaining: 17 }),
      );
    });

    test("a release between an expiry and its closing returns nothing to what has expired", async () => {
      await acquire(1, 6);
      await db.setTime(expiry);
      // No one has crossed the boundary: the release does.
      await release(2, 6);
      expect(await stored()).toEqual(after({ expired: 10 }));
    });

    for (const isCrossed of [false, true])
      test(`a release of a part leaves the call in flight to what expires, ${isCrossed ? "after" : "before"} the boundary is crossed`, async () => {
        await acquire(1, 6);
        await db.setTime(expiry);
        if (isCrossed) await crossBoundaries(db, ["s"]);
        await release(2, 3);
        expect(await stored()).toEqual(
          after({ expired: 7, state: "closing" }, {}, { granted: 23, held: 3, remaining: 20 }),
        );
        await release(3, 2);
        // A lease whose return was requested is not given credits again before it has answered.
        await made(1, [1, expiry - 1]);
        expect(await stored()).toEqual(after({ spent: 1, expired: 9 }, {}, { granted: 21, used: 1 }));
      });

    test("a grant is open up to its last millisecond", async () => {
      await acquire(1, 6);
      await db.setTime(expiry - 1);
      await release(2, 6);
      expect(await stored()).toEqual(after({ state: "open" }, {}, { granted: 30, remaining: 30 }));
    });
  });
