import { describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { consistencyFindings } from "../../src/metering/consistency/findings.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { callOf, grant, openTestNodes, start, totalsOf } from "./test-nodes.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a rolling upgrade on ${kind.dialect}`, () => {
    test("calls of a journal ended by the previous version are charged", async () => {
      const { db, end } = await openTestNodes(kind);
      await grant(db, "s", 20);
      await openJournal(db, { journalId: "j", node: "n", place: "p", at: start });
      const asks = [{ subscriptionId: "s", op: 1, need: 8, amount: 8 }];
      await acquireCredits(new OwnedJournals(db), "j", { requests: asks, share: 1, now: start });
      const records = [{ seq: 1, call: callOf("s", 5, { at: start }) }];
      await apply(db, { journalId: "j", records, now: start }, writeUsage);
      // All columns that such a node knows.
      await db.transaction(async (tx) => {
        await tx.run(sql`update journal set state = 'expired', closed_at = ${start} where journal_id = 'j'`);
        await tx.run(sql`
          update credit_balance set remaining = remaining + (select held from credit_lease where journal_id = 'j')`);
        await tx.run(sql`delete from credit_lease where journal_id = 'j'`);
      });
      expect(await totalsOf(db, "s")).toMatchObject({ granted: 20, used: 5, remaining: 15, held: 0 });
      expect(await consistencyFindings(db)).toEqual([]);
      await end();
    });
  });
