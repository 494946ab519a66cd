import { type Dialect, InvalidValue, type Sql, valuesMax } from "./sql.ts";

// A tagged template hands over the same array each time it runs, so its text is put together once.
const known: Record<Dialect, WeakMap<readonly string[], string>> = {
  sqlite: new WeakMap(),
  postgres: new WeakMap(),
};

/** The statement's text with `+?` or `$1 … $n` in the places of its values. */
export function statementText(statement: Sql, dialect: Dialect): string {
  const found = known[dialect].get(statement.parts);
  if (found !== undefined) return found;
  if (statement.values.length > valuesMax) {
    throw new InvalidValue(`${statement.values.length} values in one statement; ${valuesMax} are possible`);
  }
  // SQLite recompiles a statement that sorts or groups for each value that a bare `?` compares with an
  // index: twice the time of a short read. With a sign before the value, its planner ignores the value.
  const text =
    dialect === "sqlite"
      ? statement.parts.join("+?")
      : statement.parts.reduce((before, part, index) => `${before}$${index}${part}`);
  // SQLite would run the first of several and drop the others without a word. A trigger holds some.
  if (!text.startsWith("create trigger ") && /;\s*\S/.test(text.replace(/'[^']*'/g, "")))
    throw new InvalidValue("one statement at a time");
  known[dialect].set(statement.parts, text);
  return text;
}
