import { join } from "node:path";
import { migrate } from "../../src/database/migrate.ts";
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";
import { migrations } from "./migrations.ts";

export const schemaFile = join(import.meta.dir, "../../src/database/schema.sql");

const heading = `-- The tables, indexes, triggers and views of SQLite after all migrations of the core and the features. Those of PostgreSQL
-- have the same columns. Tables of records are made by their families (docs/lookups.md). Made by: npm run generate
`;

/** A statement with one column a line. */
function linesOf(statement: string): string {
  const text = statement.replace(/\s+/g, " ");
  if (!text.startsWith("CREATE TABLE")) return text;
  let depth = 0;
  return text.replace(/[(),] ?/g, (mark) => {
    if (mark[0] === ")") depth -= 1;
    const isOuter = mark[0] === "," ? depth === 1 : depth === 0;
    if (mark[0] === "(") depth += 1;
    if (!isOuter) return mark;
    return mark[0] === ")" ? `\n${mark}` : `${mark[0]}\n  `;
  });
}

/** The schema as it is after all migrations, by name. */
export async function schemaText(): Promise<string> {
  const db = await openDatabase({ file: ":memory:" });
  try {
    await migrate(db, migrations);
    const parts = await db.all<{ text: string }>(sql`
      select sql as text from sqlite_master where sql is not null order by tbl_name, type = 'table' desc, name`);
    return [heading, ...parts.map(({ text }) => `${linesOf(text)};\n`)].join("\n");
  } finally {
    await db.close();
  }
}
