import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { typesOf } from "../../../src/database/migration.ts";
import { migrations } from "../../../src/database/migrations/list.ts";
import { sql } from "../../../src/database/sql.ts";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import { columnsOf } from "../../../src/vehicles/imports/staging/record-columns.ts";
import { type Fresh, kinds } from "../../database/databases.ts";

interface Described {
  readonly name: string;
  readonly type: string;
}

const columnsOfTable = {
  sqlite: (db: Database, table: string) =>
    db.all<Described>(sql`select name, lower(type) as type from pragma_table_info(${table})`),
  postgres: (db: Database, table: string) =>
    db.all<Described>(sql`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and table_schema = current_schema()`),
};

const byName = (a: Described, b: Described) => (a.name < b.name ? -1 : 1);

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`record tables on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await migrate(db, migrations);
    });
    afterAll(() => fresh.end());

    for (const family of recordFamilies)
      test(`${family.table} has the columns that records of ${family.name} are written into`, async () => {
        const types = typesOf[db.dialect];
        const written = [{ name: "dataset", type: "integer" as const }, ...columnsOf(family)];
        expect((await columnsOfTable[db.dialect](db, family.table)).sort(byName)).toEqual(
          written
            .map(({ name, type }) => ({ name, type: types[type].replace(' collate "C"', "") }))
            .sort(byName),
        );
      });
  });
}
