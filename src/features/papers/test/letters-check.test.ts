import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { signedIn } from "../../../../test/callers.ts";
import { kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import type { Inspected } from "../../../running/check.ts";
import { lettersCheck } from "../letters-check.ts";
import { Seller, writeSetting } from "../parties/seller.ts";
import { enterBuyer, enterSeller, seller } from "./issued.ts";

const packages = join(import.meta.dir, "../../../../node_modules");
const [symbols] = new Glob("playwright-core/lib/vite/recorder/assets/codicon*.ttf").scanSync(packages);
const advice =
  "Set VINGATE_STATEMENT_FONT to a TrueType file that has these letters, and restart the service.";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`letters of papers on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
      await enterSeller(service.app.database);
    });
    afterAll(() => service?.end());

    const check = (statementFont?: string) =>
      lettersCheck.run({
        database: service.app.database,
        config: { ...service.app.config, statementFont },
      } as unknown as Inspected);
    const found = (counts: string, examples: string) => ({
      state: "warning" as const,
      found: `Papers have boxes in place of letters that no font has. ${counts}. Examples: ${examples}`,
      advice,
    });

    test("what no font has is reported with its place, until a font has it", async () => {
      const { database } = service.app;
      await enterBuyer(database, "latin", { company: "Čeština Ωμέγα Ђуро שלום سلام" });
      expect(await check()).toEqual({ state: "ok", found: "Fonts have all letters of papers", advice: null });
      await enterBuyer(database, "symbols", { company: "Acme \uea60" });
      expect(await check()).toEqual(found("Customers: 1, products: 0, seller: 0", "\uea60 (symbols)"));
      expect((await check(join(packages, symbols!))).state).toBe("ok");
      await enterBuyer(database, "han", { company: "漢字漢字株式会社", city: "東京" });
      await enterBuyer(database, "thai", { name: "ไทย" });
      await enterBuyer(database, "car", { name: "Cars 🚗" });
      expect(await check()).toEqual(
        found("Customers: 4, products: 0, seller: 0", "🚗 (car), 漢字株式会 (han), \uea60 (symbols)"),
      );
      await writeSetting(database, "seller", Seller.parse({ ...seller, name: "株式会社" }));
      const [product] = await database.all<{ id: string }>(sql`select id from product order by id limit 1`);
      await database.run(sql`update product set display_name = 'ไทย' where id = ${product!.id}`);
      expect(await check()).toEqual(
        found("Customers: 4, products: 1, seller: 1", `株式会社 (seller), ไทย (${product!.id}), 🚗 (car)`),
      );
    });

    test("letters of a text that no font has are listed, each once", async () => {
      const list = async (text: string, headers = service.operatorHeaders) => {
        const { status, body } = await service.ask(
          "GET",
          `/papers/letters?text=${encodeURIComponent(text)}`,
          {
            headers,
          },
        );
        return [status, body];
      };
      const headers = await signedIn(service, await signUp(service));
      expect(await list("漢字 Č 漢 🚗", headers)).toEqual([200, { missing: ["漢", "字", "🚗"] }]);
      expect(await list("Čeština שלום")).toEqual([200, { missing: [] }]);
      expect((await list("漢".repeat(501)))[0]).toBe(422);
      expect((await list(""))[0]).toBe(422);
      const { config } = service.app;
      Object.assign(config, { statementFont: join(packages, symbols!) });
      expect(await list("\uea60 漢")).toEqual([200, { missing: ["漢"] }]);
      Object.assign(config, { statementFont: undefined });
    });

    test("all customers are looked at, a thousand at a time", async () => {
      const { database } = service.app;
      for (const [prefix, company] of [
        ["m", "Č"],
        ["z", "漢"],
      ]) {
        const details = JSON.stringify({ company });
        await database.run(sql`
          insert into billing_account (account_id, details)
          with recursive n (i) as (select 1 union all select i + 1 from n where i < 1500)
          select cast(${prefix!} as text) || i, cast(${details} as text) from n`);
      }
      const { found: text } = await check();
      expect(text).toContain("Customers: 1504,");
    });
  });
