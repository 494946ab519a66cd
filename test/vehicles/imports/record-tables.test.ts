import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/database.ts";
import { SchemaMismatch } from "../../../src/database/migrate.ts";
import { typesOf } from "../../../src/database/migration.ts";
import { sql } from "../../../src/database/sql.ts";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import type { VehicleRecords } from "../../../src/vehicles/families/record-family.ts";
import { columnsOf } from "../../../src/vehicles/imports/staging/record-columns.ts";
import { createRecordTables, upgradeSchema } from "../../../src/vehicles/imports/staging/record-tables.ts";
import { type Fresh, kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";

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

const image = recordFamilies.find(({ name }) => name === "vehicle-images") as VehicleRecords;
const added: VehicleRecords = { ...image, name: "tires", table: "tire_record" };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`record tables on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await upgradeSchema(db, migrations);
    });
    afterAll(() => fresh.end());

    test("every family has a table with the columns of its rows", async () => {
      const types = typesOf[db.dialect];
      for (const family of recordFamilies) {
        const written = [{ name: "dataset", type: "integer" as const }, ...columnsOf(family)];
        const expected = written.map(({ name, type }) => ({
          name,
          type: types[type].replace(' collate "C"', ""),
        }));
        const columns = await columnsOfTable[db.dialect](db, family.table);
        expect(columns.sort(byName)).toEqual(expected.sort(byName));
      }
    });

    test("only the table of a new family is created", async () => {
      expect(await upgradeSchema(db, migrations)).toEqual([]);
      expect(await createRecordTables(db, [...recordFamilies, added])).toEqual(["tire_record"]);
      expect(await createRecordTables(db, [...recordFamilies, added])).toEqual([]);
    });

    test("a family whose table has other columns is refused", async () => {
      await createRecordTables(db, [added]);
      const changed = createRecordTables(db, [{ ...added, levels: ["make", "model"] }]);
      await expect(changed).rejects.toBeInstanceOf(SchemaMismatch);
      await expect(changed).rejects.toThrow(
        "the table tire_record has the columns body, dataset, facts, make",
      );
    });
  });
}
