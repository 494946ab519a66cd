import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../test/database/databases.ts";
import type { Database } from "./database.ts";
import { RowsStatement } from "./rows-statement.ts";
import { raw, sql } from "./sql.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`one statement over many rows on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await db.run(raw("create table one (name text primary key, number bigint not null)"));
    });
    afterAll(() => fresh.end());

    const insert = new RowsStatement<{ name: string; number: number }>(
      `insert into one select column1, column2 + cast(:value as bigint) from :rows where true
      on conflict (name) do update set number = one.number + excluded.number + cast(:value as bigint)
      returning name, number`,
      ["text", "bigint"],
    );

    test("writes every row in order, with the shared values", async () => {
      const names = Array.from({ length: 1000 }, (_, index) => `name ${index}`);
      const numbers = names.map((_, index) => index);
      const found = await insert.all(db, [names, numbers], [1, 0]);
      expect(found).toEqual(names.map((name, index) => ({ name, number: index + 1 })));
      expect(await insert.all(db, [["name 7"], [5]], [1, 100])).toEqual([{ name: "name 7", number: 114 }]);
      const sum = await db.get<{ sum: number }>(sql`select cast(sum(number) as bigint) as sum from one`);
      expect(sum).toEqual({ sum: (1000 * 1001) / 2 + 106 });
    });

    test("writes texts with every character that arrays or statements reserve", async () => {
      const names = [
        'quo"te',
        "back\\slash",
        "{brace}",
        "com,ma",
        "NULL",
        "",
        " ",
        "'apostrophe'",
        "ü€😀",
        ":value",
      ];
      await insert.run(db, [names, names.map(() => 2 ** 52)], [0, 0]);
      const found = await db.all<{ name: string }>(sql`select name from one where number = ${2 ** 52}`);
      expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
    });

    test("sends nothing for no rows", async () => {
      expect(await insert.all(db, [[], []], [1, 1])).toEqual([]);
    });
  });
}
