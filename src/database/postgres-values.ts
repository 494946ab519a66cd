import type { SQL } from "bun";
import { InvalidValue, type Value } from "./sql.ts";

type Row = Record<string, unknown>;
type Columns = NonNullable<SQL.ResultMetadata["columns"]>;
type Convert = (value: unknown, column: string) => unknown;

function exact(value: unknown, column: string): number {
  const number = Number(value);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) {
    throw new InvalidValue(`column ${column} has a number beyond 2^53 - 1`);
  }
  return number;
}

/** Conversions to the values of SQLite, by the type's number in `pg_type`. */
const converts: Readonly<Record<number, Convert>> = {
  16: (value) => (value ? 1 : 0), // boolean
  17: (value) => plainBytes(value as Uint8Array), // bytea
  20: exact, // bigint, a string from the driver
  701: exact, // double precision
  1700: exact, // numeric, which a sum of bigint is
  2278: () => null, // void
};

const plans = new WeakMap<Columns, readonly (readonly [string, Convert])[]>();

/** Converts a result's rows in place to the values that SQLite would return. */
export function convertRows(rows: Row[], columns: Columns | null | undefined): void {
  if (!columns || rows.length === 0) return;
  // Executions of one prepared statement share one array of columns.
  let plan = plans.get(columns);
  if (!plan) {
    plan = columns.flatMap(({ name, type }) => (converts[type] ? [[name, converts[type]] as const] : []));
    plans.set(columns, plan);
  }
  for (const row of rows) {
    for (const [column, convert] of plan) {
      const value = row[column];
      if (value !== null) row[column] = convert(value, column);
    }
  }
}

/** Converts the values for the driver. */
export function sent(values: readonly Value[]): unknown[] {
  // The server rounds a fraction sent as a number into an integer column, and refuses one sent as text.
  return values.map((value) =>
    typeof value === "number" && !Number.isInteger(value) ? String(value) : value,
  );
}

function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
