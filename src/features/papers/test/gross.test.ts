import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import type { Queries } from "../../../database/database.ts";
import { checks } from "../parties/tax-id-check.ts";
import { grossOf, quoteTax } from "../parties/taxes.ts";
import { enterBuyer, enterSeller, now } from "./issued.ts";

/** Counts the statements that read. */
function counted(db: Queries) {
  let count = 0;
  const counting: Queries = {
    dialect: db.dialect,
    run: (statement) => db.run(statement),
    all(statement) {
      count += 1;
      return db.all(statement);
    },
    get(statement) {
      count += 1;
      return db.get(statement);
    },
  };
  return { db: counting, count: () => count };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`tax of many accounts on ${kind.dialect}`, () => {
    let service: TestService;
    let db: Queries;
    const ids = ["czech", "german", "checked", "refused", "other", "unknown"];
    const german = { country: "DE", tax_id: "DE136695976" };
    beforeAll(async () => {
      service = await startService(kind);
      db = service.app.database;
      await enterBuyer(db, "czech");
      await enterBuyer(db, "german", { country: "DE" });
      for (const [id, taxId] of [
        ["checked", "DE136695976"],
        ["refused", "DE136695976"],
        // The check of another ID decides nothing.
        ["other", "DE811569869"],
      ] as const) {
        await enterBuyer(db, id, german);
        const state = id === "checked" ? "valid" : "invalid";
        const more = { attempts: 1, askedAt: now, answeredOn: null, reference: null, dueAt: null };
        await checks.insert(db, { accountId: id, country: "DE", taxId, state, since: now, ...more });
      }
    });
    afterAll(() => service.end());

    test("before taxes are entered nothing is added", async () => {
      expect((await grossOf(db, ids))("czech", 9900)).toBe(9900);
    });

    test("each account has the tax of its invoices", async () => {
      await enterSeller(db);
      const gross = await grossOf(db, ids);
      expect(ids.map((id) => gross(id, 9900))).toEqual([11_979, 11_781, 9900, 11_781, 9900, 11_979]);
      const quotes = await Promise.all(ids.map((id) => quoteTax(db, id, 9900, "EUR")));
      expect(quotes.map(({ grossMinor }) => grossMinor)).toEqual(ids.map((id) => gross(id, 9900)));
    });

    test("the tax of many accounts is read with as many statements as that of one", async () => {
      const one = counted(db);
      await grossOf(one.db, ["checked"]);
      const many = counted(db);
      await grossOf(many.db, ids);
      expect(many.count()).toBe(one.count());
    });
  });
