import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { typesOf } from "../../../src/database/migration.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { copyBeforeMigrations } from "../../../src/database/upgrade/copy-before.ts";
import { commandLine } from "../../program.ts";
import { newFolder } from "../../service-process.ts";
import { migrations } from "../migrations.ts";

const fixture = join(import.meta.dir, "../releases/0.2.0/sqlite.tar.gz");
const first = migrations[1]!.id;

/** The data folder of an installation of release 0.2.0. */
function releaseFolder() {
  const place = newFolder();
  Bun.spawnSync(["tar", "-xzf", fixture, "-C", place.folder]);
  return { ...place, file: join(place.folder, "vingate.db") };
}

async function upgrade(folder: string, ...words: string[]) {
  const child = Bun.spawn(commandLine("upgrade", ...words), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await new Response(child.stdout).text();
  return { code: await child.exited, output };
}

async function schemaOf(file: string): Promise<string[]> {
  const db = await openDatabase({ file });
  const rows = await db.all<{ id: string }>(sql`select id from migration order by id`);
  await db.close();
  return rows.map(({ id }) => id);
}

test("vingate upgrade shows what it would change, then copies the database and changes it", async () => {
  const { folder, file, remove } = releaseFolder();
  const copy = `${file}.before-${first}`;
  writeFileSync(`${file}.before-0001-earlier`, "");
  const before = await schemaOf(file);
  const shown = await upgrade(folder, "--check", "--json");
  expect(shown.code).toBe(0);
  expect(JSON.parse(shown.output)).toEqual({
    database: file,
    applied: false,
    migrations: migrations.slice(1).map(({ id, summary }) => ({ id, change: summary })),
    copy: { file: copy, bytes: expect.any(Number), free_bytes: expect.any(Number) },
  });
  expect(await schemaOf(file)).toEqual(before);
  expect(existsSync(copy)).toBe(false);

  const { code, output } = await upgrade(folder);
  expect({ code, lines: output.split("\n").slice(0, 2) }).toEqual({
    code: 0,
    lines: [
      `This version has changed ${file} by ${migrations.length - 1} migrations:`,
      expect.stringMatching(
        /^ {2}0002-known-addresses +notes the addresses from which accounts have signed in$/,
      ),
    ],
  });
  expect(await schemaOf(file)).toEqual(migrations.map(({ id }) => id));
  expect(await schemaOf(copy)).toEqual(before);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const copies = readdirSync(folder).filter((name) => /before-[^/]*(?<!-wal|-shm)$/.test(name));
  expect(copies).toEqual([`vingate.db.before-${first}`]);
  expect(await upgrade(folder, "--check")).toEqual({
    code: 0,
    output: `${file} is at the version of this program. Nothing changes.\n`,
  });
  remove();
});

test("a migration does not begin without space for its copy", async () => {
  const { file, remove } = releaseFolder();
  const db = await openDatabase({ file });
  const full = copyBeforeMigrations(db, file, migrations, { needed: 5_000_000, free: 1_000_000 });
  await expect(full).rejects.toThrow(
    `before its migrations the database is copied, which needs 5 MB beside ${file}; 1 MB are free.`,
  );
  await db.close();
  expect(await schemaOf(file)).toEqual([migrations[0]!.id]);
  remove();
});

/** What nodes of the former version do not notice. */
const adds =
  /^(create (unique )?(table|index|view|trigger|function) |alter table \w+ add column |alter table \w+ alter column \w+ set compression|alter table \w+ set \(fillfactor|do 'begin alter table \w+ alter column \w+ set compression|insert into )/;
const madeAgain = /^drop (view|trigger|function) (\w+)$/;
/** A column that the same migration adds gets its values. */
const fills = /^update (\w+) set (\w+) = [^,]+$/;

for (const dialect of ["sqlite", "postgres"] as const)
  test(`migrations after release 0.2.0 only add, on ${dialect}`, () => {
    for (const { id, statements } of migrations.slice(1)) {
      const texts = statements(typesOf[dialect]).map((text) => text.replace(/\s+/g, " ").trim());
      for (const text of texts) {
        const [, kind, name] = madeAgain.exec(text) ?? [];
        const replaced = kind && texts.some((other) => other.startsWith(`create ${kind} ${name} `));
        const [, table, filled] = fills.exec(text) ?? [];
        const isFilled =
          table && texts.some((other) => other.startsWith(`alter table ${table} add column ${filled} `));
        expect([id, text, adds.test(text) || replaced || isFilled]).toEqual([id, text, true]);
        const column = /^alter table \w+ add column (.*)$/.exec(text)?.[1];
        if (column?.includes("not null"))
          expect([id, column]).toEqual([id, expect.stringContaining("default")]);
      }
    }
  });
