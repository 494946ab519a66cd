import { expect, test } from "bun:test";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/list.ts";
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";

test("opens, migrates, writes and reads", async () => {
  const db = await openDatabase({ file: ":memory:" });
  expect(await migrate(db, migrations)).toEqual(migrations.map(({ id }) => id));
  expect(await migrate(db, migrations)).toEqual([]);
  await db.transaction(async (tx) => {
    await tx.run(sql`insert into setting (name, value) values (${"a"}, ${"1"})`);
    await expect(db.get(sql`select 1`)).rejects.toThrow("inside a transaction");
    await expect(db.transaction(async () => 1)).rejects.toThrow("inside a transaction");
  });
  expect(await db.get(sql`select name, value from setting`)).toEqual({ name: "a", value: "1" });
  await db.close();
});
