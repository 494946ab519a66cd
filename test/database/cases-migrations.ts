import { expect } from "bun:test";
import { StatementError } from "../../src/database/errors.ts";
import { migrate, SchemaMismatch, underNodeLock } from "../../src/database/migrate.ts";
import type { Migration } from "../../src/database/migration.ts";
import { sql } from "../../src/database/sql.ts";
import type { Case } from "./case.ts";
import { sample } from "./sample-migrations.ts";

const [first, second] = sample as [Migration, Migration, Migration];
const ids = sample.map(({ id }) => id);

export const migrationCases: readonly Case[] = [
  {
    name: "migrations apply once, in order, and continue after the last",
    async run(fresh) {
      const db = await fresh.open();
      expect(await migrate(db, [first])).toEqual([first.id]);
      expect(await migrate(db, sample)).toEqual(ids.slice(1));
      expect(await migrate(db, sample)).toEqual([]);
      expect(await db.all(sql`select id from migration order by id`)).toEqual(ids.map((id) => ({ id })));
      const row = { id: 1, label: "x", weight: 1.5, image: new Uint8Array([1]) };
      await db.run(sql`insert into sample (label, weight, image) values (${"x"}, ${1.5}, ${row.image})`);
      expect(await db.all(sql`select id, label, weight, image from sample`)).toEqual([row]);
    },
  },
  {
    name: "ten concurrent processes apply each migration once",
    async run(fresh) {
      const script = `${import.meta.dir}/migrating-process.ts`;
      const outputs = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const child = Bun.spawn([process.execPath, script, JSON.stringify(fresh.options)], {
            stdout: "pipe",
            stderr: "pipe",
          });
          const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
          expect([await child.exited, error]).toEqual([0, ""]);
          return JSON.parse(out) as string[];
        }),
      );
      expect(outputs.flat().sort()).toEqual(ids);
    },
  },
  {
    name: "a changed migration is refused; another layout is not",
    async run(fresh) {
      const db = await fresh.open();
      await migrate(db, sample);
      const change = (edit: (text: string) => string): Migration[] => [
        { ...first, statements: (types) => first.statements(types).map(edit) },
        ...sample.slice(1),
      ];
      expect(
        await migrate(
          db,
          change((text) => `\n  ${text.replaceAll(" ", "   ")}\n`),
        ),
      ).toEqual([]);
      const altered = migrate(
        db,
        change((text) => text.replace("label", "labels")),
      );
      await expect(altered).rejects.toThrow(/^migration 0001-sample was altered after it was applied/);
      await expect(altered).rejects.toBeInstanceOf(SchemaMismatch);
    },
  },
  {
    name: "a database newer than the program is refused",
    async run(fresh) {
      const db = await fresh.open();
      await migrate(db, sample);
      const older = migrate(db, [first, second]);
      await expect(older).rejects.toThrow(
        /^the database is newer than this program: it has migration 0003-filled/,
      );
      const other = { ...second, id: "0002-other" };
      await expect(migrate(db, [first, other])).rejects.toThrow("0002-label-unique");
      await expect(migrate(db, [first, sample.at(-1)!])).rejects.toThrow(
        "the database has migration 0002-label-unique, which this program does not have: it is of a feature that the " +
          "program lacks; start the program with all its features",
      );
      await expect(migrate(db, [second, first])).rejects.toThrow("ids must ascend");
    },
  },
  {
    name: "a database of an unreleased version is refused, unchanged",
    async run(fresh) {
      const db = await fresh.open();
      const unreleased = { ...second, id: "0001-unreleased", statements: first.statements };
      await migrate(db, [unreleased]);
      for (const migrations of [sample, [first]]) {
        const refused = migrate(db, migrations);
        await expect(refused).rejects.toBeInstanceOf(SchemaMismatch);
        await expect(refused).rejects.toThrow(
          "the database was made by an unreleased version of Vingate, or by another program: its first migration " +
            "is 0001-unreleased. It cannot be upgraded. Export what you need with the version that made it, then " +
            "start with an empty database and an empty data folder.",
        );
      }
      expect(await db.all(sql`select id from migration`)).toEqual([{ id: unreleased.id }]);
      await expect(db.all(sql`select * from filled`)).rejects.toBeInstanceOf(StatementError);
    },
  },
  {
    name: "a failed migration changes nothing, and earlier ones stay",
    async run(fresh) {
      const db = await fresh.open();
      const failing: Migration = {
        id: "0002-failing",
        summary: "changes a table",
        statements: ({ integer, strict }) => [
          `create table half (id ${integer}) ${strict}`,
          "insert into nowhere values (1)",
        ],
      };
      await expect(migrate(db, [first, failing])).rejects.toBeInstanceOf(StatementError);
      await expect(db.all(sql`select * from half`)).rejects.toBeInstanceOf(StatementError);
      expect(await db.all(sql`select id from migration`)).toEqual([{ id: first.id }]);
    },
  },
  {
    name: "the lock of all nodes admits one at a time",
    async run(fresh) {
      const nodes = [await fresh.open(), await fresh.open(), await fresh.open()];
      let inside = 0;
      await Promise.all(
        nodes.map((node) =>
          underNodeLock(node, async () => {
            inside += 1;
            expect(inside).toBe(1);
            // Long enough for another node to enter if the lock admitted it.
            await Bun.sleep(20);
            inside -= 1;
          }),
        ),
      );
    },
  },
];
