import type { Database } from "../../src/database/database.ts";
import { Sql } from "../../src/database/sql.ts";

/** A database that notes the statements that read from it. */
export function noting(database: Database): { readonly noted: Database; readonly sent: readonly Sql[] } {
  const sent: Sql[] = [];
  const note =
    (name: "all" | "get") =>
    (statement: Sql): unknown => {
      sent.push(statement);
      return database[name](statement);
    };
  const noted = { dialect: database.dialect, all: note("all"), get: note("get") } as unknown as Database;
  return { noted, sent };
}

/** SQLite's plan of a statement, a line each. */
export async function planOf(database: Database, { parts, values }: Sql): Promise<string[]> {
  const explained = new Sql([`explain query plan ${parts[0]!}`, ...parts.slice(1)], values);
  return (await database.all<{ detail: string }>(explained)).map(({ detail }) => detail);
}

/** The lines of a plan that read a whole table of those that grow. `allowed`: indexes of few rows. */
export async function scansOf(
  database: Database,
  statement: Sql,
  large: readonly string[],
  allowed = /$^/,
): Promise<string[]> {
  const text = statement.parts.join("?");
  return (await planOf(database, statement)).filter((detail) => {
    const [, name] = /^SCAN (\w+)/.exec(detail) ?? [];
    if (name === undefined || allowed.test(detail)) return false;
    return large.some((one) => one === name || new RegExp(`\\b${one}( as)? ${name}\\b`).test(text));
  });
}
