import { SQLiteError } from "bun:sqlite";
import { DatabaseUnavailable, StatementError, UniqueViolation } from "./errors.ts";

const unique = new Set([
  "SQLITE_CONSTRAINT_UNIQUE",
  "SQLITE_CONSTRAINT_PRIMARYKEY",
  "SQLITE_CONSTRAINT_ROWID",
]);
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|PROTOCOL|NOMEM|READONLY)/;

/** Whether another connection has the required lock; nothing has happened yet. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? "").startsWith("SQLITE_BUSY");
}

/** Maps the driver's error to one of `errors.ts`. */
export function fromSqlite(error: unknown, statement: string): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const code = error.code ?? "SQLITE_ERROR";
  if (unique.has(code))
    return new UniqueViolation(error.message, code, statement, where(error.message), error);
  if (unavailable.test(code)) return new DatabaseUnavailable(`${error.message} [${code}]`, error);
  return new StatementError(error.message, code, statement, error);
}

/** Parses `UNIQUE constraint failed: t.a, t.b` or `… failed: index 'name'`. */
function where(message: string) {
  const place = message.slice(message.indexOf(": ") + 2);
  const index = /^index '(.*)'$/.exec(place)?.[1];
  if (index !== undefined) return { columns: [], constraint: index };
  const names = place.split(", ").map((name) => name.split("."));
  return { table: names[0]?.[0], columns: names.map((name) => name.at(-1)!) };
}
