import type { Queries } from "../database/database.ts";
import { join, list, name, type Sql, sql } from "../database/sql.ts";
import { decide } from "./decisions.ts";
import type { DecisionKind } from "./kind.ts";

interface EndedRows {
  readonly name: string;
  readonly shown: string;
  readonly table: string;
  /** The columns that name a row, of texts. No later row has the same. */
  readonly key: readonly [string, ...string[]];
}

/** Rows whose end is decided when they are deleted. */
export interface RowsEnding extends DecisionKind<{ readonly rows: readonly (readonly string[])[] }> {
  /** Deletes rows, and decides that they have ended. Resolves to their keys. */
  end(tx: Queries, where: Sql): Promise<readonly (readonly string[])[]>;
}

/** Rows with a column `expires_at`, milliseconds UTC, whose end is decided before it. */
export interface RowsExpiring
  extends DecisionKind<{ readonly keys: readonly string[]; readonly until: number }> {
  /** Lets rows expire at a time, unless they do so before. */
  expire(tx: Queries, where: Sql, until: number): Promise<void>;
}

/** Declares that rows of a table, once they have an end, get no later one. */
export function expiringRows({
  name: kind,
  shown,
  table,
  key: [column],
}: Omit<EndedRows, "key"> & { readonly key: readonly [string] }): RowsExpiring {
  const later = (until: number) => sql`(expires_at is null or expires_at > ${until})`;
  const declared: RowsExpiring = {
    name: kind,
    group: "ended",
    shown,
    unconfirmed: "done",
    async expire(tx, where, until) {
      const rows = await tx.all<{ key: string }>(sql`
        update ${name(table)} set expires_at = ${until} where ${where} and ${later(until)}
        returning ${name(column)} as key`);
      if (rows.length > 0) decide(tx, declared, { keys: rows.map(({ key }) => key), until });
    },
    replay: (tx, { keys, until }) =>
      tx.run(sql`
        update ${name(table)} set expires_at = ${until} where ${name(column)} in (${list(keys)}) and ${later(until)}`),
  };
  return declared;
}

/** Declares that rows of a table, once deleted, stay so. */
export function endedRows({ name: kind, shown, table, key }: EndedRows): RowsEnding {
  const columns = join(key.map(name), ", ");
  const keysOf = (rows: readonly Record<string, string>[]) =>
    rows.map((row) => key.map((column) => row[column]!));
  const declared: RowsEnding = {
    name: kind,
    group: "ended",
    shown,
    unconfirmed: "done",
    async end(tx, where) {
      const rows = keysOf(
        await tx.all<Record<string, string>>(
          sql`delete from ${name(table)} where ${where} returning ${columns}`,
        ),
      );
      if (rows.length > 0) decide(tx, declared, { rows });
      return rows;
    },
    async replay(tx, { rows }) {
      if (key.length === 1)
        return tx.run(
          sql`delete from ${name(table)} where ${name(key[0])} in (${list(rows.map(([one]) => one!))})`,
        );
      let count = 0;
      for (const row of rows) {
        const same = key.map((column, at) => sql`${name(column)} = ${row[at]!}`);
        count += await tx.run(sql`delete from ${name(table)} where ${join(same, " and ")}`);
      }
      return count;
    },
  };
  return declared;
}
