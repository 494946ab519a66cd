import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { interruptible, repeat } from "../../../../test/metering/interruptible-database.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { issueCreditNote } from "../issue.ts";
import { enterSeller, issueNamed, issueOne, lineOf, now, requestOf } from "./issued.ts";
import { enterRates, generateMonths } from "./months.ts";

const racers = Array.from({ length: 64 }, (_, index) => index);
const rollback = new Error("rolled back");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`numbers of papers on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let nodes: Database[];
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.migrated();
      nodes = [];
      for (let node = 0; node < 4; node++) nodes.push(await fresh.open());
      db = nodes[0]!;
      await enterSeller(db);
    });
    afterAll(() => fresh?.end());

    /** How many papers there are of a year, which must be their numbers. */
    const requireNumbers = async (year: string) => {
      const papers = await db.all<{ number: string }>(sql`
        select number from paper where series = ${year} order by number`);
      expect(papers.map(({ number }) => number)).toEqual(
        papers.map((_, index) => `${year}-${String(index + 1).padStart(4, "0")}`),
      );
      return papers.length;
    };

    test("64 racers on four nodes, a third of them rolled back, number without gaps", async () => {
      for (let round = 0; round < 5; round++)
        await Promise.all(
          racers.map((racer) =>
            nodes[racer % nodes.length]!.transaction(
              async (tx) => {
                await issueNamed(tx, requestOf(`account${racer % 7}`, [lineOf(racer)], { now }));
                if (racer % 3 === 0) throw rollback;
              },
              { repeatable: true },
            ).catch((error) => {
              if (error !== rollback) throw error;
            }),
          ),
        );
      expect(await requireNumbers("2026")).toBe(5 * 42);
    });

    test("an end at any statement leaves no gap and no paper without a number", async () => {
      const at = Date.parse("2027-05-05T00:00:00Z");
      const failing = interruptible(db);
      for (let statements = 0; ; statements++) {
        failing.failAfter(statements);
        const invoice = await repeat(() => issueOne(failing, "killed", 100, { now: at }));
        const isDone = !failing.interrupted;
        failing.failAfter(statements);
        await repeat(() =>
          failing.transaction(
            (tx) =>
              issueCreditNote(tx, {
                corrects: invoice.id,
                grossMinor: 121,
                reason: "",
                now: at + statements,
              }),
            { repeatable: true },
          ),
        );
        expect(await requireNumbers("2027")).toBe(2 * (statements + 1));
        if (isDone && !failing.interrupted) break;
        expect(statements).toBeLessThan(100);
      }
    });

    test("64 racers never credit more than the invoice", async () => {
      const at = Date.parse("2028-05-05T00:00:00Z");
      const invoice = await issueOne(db, "credited", 8264, { now: at });
      const results = await Promise.allSettled(
        racers.map((racer) =>
          nodes[racer % nodes.length]!.transaction(
            (tx) => issueCreditNote(tx, { corrects: invoice.id, grossMinor: 300, reason: "", now: at }),
            { repeatable: true },
          ),
        ),
      );
      expect(invoice.grossMinor).toBe(9999);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(33);
      expect(await requireNumbers("2028")).toBe(34);
    });

    test("accounts race to their first currency: one is kept", async () => {
      const results = await Promise.allSettled(
        racers
          .slice(0, 16)
          .map((racer) =>
            issueOne(nodes[racer % 4]!, "currencies", 100, { currency: racer % 2 === 0 ? "EUR" : "USD" }),
          ),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
      const found = await db.all(sql`select distinct currency from paper where account_id = 'currencies'`);
      expect(found).toHaveLength(1);
      await requireNumbers("2026");
    });

    test("300 generated months equal decimal arithmetic", async () => {
      await enterRates(db);
      const { off, creditNotes } = await generateMonths(db, 300, 7);
      expect(off).toBe(0);
      expect(creditNotes).toBeGreaterThan(100);
    });
  });
