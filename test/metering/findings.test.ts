import { describe, expect, test } from "bun:test";
import { migrate } from "../../src/database/migrate.ts";
import { schemaParts } from "../../src/database/schema-parts.ts";
import { sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { closeJournal } from "../../src/metering/credits/close-journal.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { moveRequestLogStart } from "../../src/metering/usage/log-start.ts";
import { kinds } from "../database/databases.ts";
import { migrations } from "../database/migrations.ts";
import { openComparisons } from "./compared-calls.ts";
import { bookFaults, hourMs } from "./consistency-faults.ts";
import { compareDatabase, consistencyFindings } from "./consistency-findings.ts";
import { droppable, withDropped } from "./dropped-parts.ts";
import { callOf, grant, openTestNodes, start } from "./test-nodes.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the ledger's comparison, on ${kind.dialect}`, () => {
    test("lists the comparisons, without findings if all agree", async () => {
      const setup = await openTestNodes(kind);
      await openComparisons(setup);
      const compared = await compareDatabase(setup.db);
      expect(
        compared.map(({ found, expected, subjects, compared: count }) => [found, expected, subjects, count]),
      ).toEqual([
        ["schema", "schema of this version", "parts", schemaParts(migrations, kind.dialect).length],
        ["ledger", "granted", "subscriptions", 2],
        ["ledger's write-offs", "written off", "subscriptions", 2],
        ["remaining + held + used", "granted + owed", "subscriptions with a meter", 1],
        ["below zero", "nothing", "subscriptions", 2],
        ["owed without a lease to pay it", "nothing", "subscriptions", 2],
        ["held by ended journals", "nothing", "journals", 1],
        ["granted by grants", "granted", "subscriptions", 2],
        ["ledger of a grant", "amount not expired", "grants", 2],
        ["removed by the ledger", "removed from grants", "subscriptions", 2],
        ["credits without a grant", "nothing", "subscriptions with a meter", 1],
        ["closing grants", "closing", "subscriptions", 2],
        ["closing without a lease to await", "nothing", "subscriptions", 0],
        ["due at", "next start or expiry", "subscriptions", 2],
        ["ledger heads", "chain", "ledger rows", 4],
        ["times of ledger rows", "times of their grants", "rows of a grant", 2],
        ["credits by hour", "used", "subscriptions", 2],
        ["calls by hour in all", "calls by hour", "hours of an API", 3],
        ["credits by hour in all", "credits by hour", "hours of an API", 3],
        ["bytes by hour in all", "bytes by hour", "hours of an API", 3],
        ["calls by minute in all", "calls by minute", "minutes of an API", 3],
        ["credits by minute in all", "credits by minute", "minutes of an API", 3],
        ["bytes by minute in all", "bytes by minute", "minutes of an API", 3],
        ["calls by minute", "calls by hour", "hours of a subscription", 3],
        ["credits by minute", "credits by hour", "hours of a subscription", 3],
        ["bytes by minute", "bytes by hour", "hours of a subscription", 3],
        ["calls in the log", "calls by hour", "hours of a subscription", 3],
        ["credits in the log", "credits by hour", "hours of a subscription", 3],
        ["bytes in the log", "bytes by hour", "hours of a subscription", 3],
        ["single calls", "runs in the log", "sums of a subscription", 6],
        ["kinds by minute", "kinds by hour", "operations, outcomes and users", 2],
        ["kinds in the log", "kinds by hour", "operations, outcomes and users", 2],
        ["calls of a journal", "its applied seq", "journals", 1],
        ["grants of operators", "audit log", "grants", 0],
      ]);
      expect(compared.flatMap(({ findings }) => findings)).toEqual([]);
      await setup.end();
    });

    test("finds every planted fault and nothing else", async () => {
      for (const { name, planted, found } of bookFaults) {
        const setup = await openTestNodes(kind);
        await openComparisons(setup);
        for (const statement of planted) await setup.db.run(statement);
        const findings = await consistencyFindings(setup.db);
        expect({
          name,
          found: findings.map(({ check, subject, at = 0, ...figures }) => [
            check,
            subject,
            at,
            figures.expected,
            figures.found,
          ]),
        }).toEqual({ name, found });
        await setup.end();
      }
    });

    test("finds each missing table, key, index, trigger and view", async () => {
      // The comparison covers what migrations make; the tables of records are made by their families.
      const fresh = await kind.fresh();
      await migrate(await fresh.open(), migrations);
      const setup = await openTestNodes(kind, fresh);
      const kindsOfParts = Map.groupBy(await droppable(setup.db), ({ kind: of }) => of);
      expect([...kindsOfParts.keys()].sort()).toEqual(
        kind.dialect === "sqlite"
          ? ["index", "table", "trigger", "view"]
          : [
              "disabled trigger",
              "function",
              "index",
              "primary key",
              "table",
              "trigger",
              "unique key",
              "view",
            ],
      );
      // Ten at a time, because a comparison shows a hundred findings.
      for (const [of, all] of kindsOfParts)
        for (let at = 0; at < all.length; at += 10) {
          const dropped = all.slice(at, at + 10);
          const missing = await withDropped(
            setup.db,
            dropped.map(({ drop }) => drop),
          );
          const names = dropped.map(({ part }) => part);
          expect([of, names.filter((part) => missing.includes(part))]).toEqual([of, names]);
        }
      await setup.end();
    });

    test("a missing table is reported without the comparisons that need it", async () => {
      const setup = await openTestNodes(kind);
      await setup.db.run(sql`drop table usage_rejected`);
      expect((await compareDatabase(setup.db)).flatMap(({ findings }) => findings)).toEqual([
        {
          check: "schema = schema of this version",
          subject: "primary key of table usage_rejected",
          expected: 1,
          found: 0,
        },
        {
          check: "schema = schema of this version",
          subject: "table usage_rejected",
          expected: 1,
          found: 0,
        },
      ]);
      await setup.end();
    });

    test("counts all differences and shows a hundred", async () => {
      const setup = await openTestNodes(kind);
      for (let index = 0; index < 120; index++) await grant(setup.db, `s${1000 + index}`, 1);
      await setup.db.run(sql`update credit_balance set granted = 2, remaining = 2`);
      const [, first] = await compareDatabase(setup.db);
      expect([first?.compared, first?.differing, first?.findings.length]).toEqual([120, 120, 100]);
      expect([first?.findings[0]?.subject, first?.findings[99]?.subject]).toEqual(["s1000", "s1099"]);
      await setup.end();
    });

    test("reads no more of the log than is kept", async () => {
      const setup = await openTestNodes(kind);
      await openComparisons(setup);
      // Deletes calls of part of an hour, and minutes of whole hours.
      await setup.db.transaction((tx) => moveRequestLogStart(tx, start + hourMs + 2));
      await setup.db.run(sql`delete from request_chunk where last_at < ${start + hourMs + 2}`);
      for (const table of [sql`usage_minute_sum`, sql`usage_minute_total`])
        await setup.db.run(sql`delete from ${table} where minute < ${start + hourMs}`);
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("finds nothing while journals are applied, leased and closed", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 100_000);
      const writer = await setup.fresh.open();
      let ended = false;
      const write = async () => {
        for (let round = 0; round < 60; round++) {
          const journalId = `j${round}`;
          await openJournal(writer, { journalId, node: "n", place: "p", at: start });
          const asks = [{ subscriptionId: "s", op: 1, need: 0, amount: 30 }];
          await acquireCredits(new OwnedJournals(writer), journalId, {
            requests: asks,
            share: 1,
          });
          const records = Array.from({ length: 20 }, (_, index) => ({
            seq: index + 1,
            call: callOf("s", 1),
          }));
          await apply(writer, { journalId, records, now: start }, writeUsage);
          await closeJournal(writer, journalId, 20, start);
          await new Promise<void>((resolve) => setImmediate(resolve));
        }
        ended = true;
      };
      const writing = write();
      let times = 0;
      while (!ended) {
        expect(await consistencyFindings(setup.db)).toEqual([]);
        times += 1;
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      await writing;
      expect(times).toBeGreaterThan(1);
      await setup.end();
    });
  });
