import { type Dialect, InvalidValue, type Sql, valuesMax } from "./sql.ts";

// A tagged template passes the same array at each execution, so its text is built once.
const known: Record<Dialect, WeakMap<readonly string[], string>> = {
  sqlite: new WeakMap(),
  postgres: new WeakMap(),
};

/** The statement's text with `+?` or `$1 … $n` for its values. */
export function statementText(statement: Sql, dialect: Dialect): string {
  const found = known[dialect].get(statement.parts);
  if (found !== undefined) return found;
  if (statement.values.length > valuesMax) {
    throw new InvalidValue(`${statement.values.length} values in one statement; ${valuesMax} are possible`);
  }
  // SQLite recompiles a statement that sorts or groups for each value that a bare `?` compares with an index,
  // which doubles the time of a short read. After a sign, its planner ignores the value.
  const text =
    dialect === "sqlite"
      ? statement.parts.join("+?")
      : statement.parts.reduce((before, part, index) => `${before}$${index}${part}`);
  // SQLite would run the first of several statements and silently ignore the others. A trigger contains some.
  if (!text.startsWith("create trigger ") && /;\s*\S/.test(text.replace(/'[^']*'/g, "")))
    throw new InvalidValue("one statement at a time");
  known[dialect].set(statement.parts, text);
  return text;
}
