import type { Queries } from "./database.ts";
import { type Sql, sql } from "./sql.ts";

/** A table as the database has it. Partitions are part of their table, and generated columns are left out. */
export interface TableShape {
  readonly name: string;
  /** In the order of their definition. */
  readonly columns: readonly string[];
  /** Their types, as this database names them. */
  readonly types: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** The column that the database numbers. */
  readonly identity: string | undefined;
}

interface ColumnRow {
  readonly in_table: string;
  readonly name: string;
  readonly type: string;
  /** The place in the primary key, from 1; 0 for other columns. */
  readonly key_place: number;
  readonly numbered: number;
}

const sqliteColumns = sql`
  select t.name as in_table, c.name, c.type, c.pk as key_place,
    case when c.pk = 1 and t.sql like '%autoincrement%' then 1 else 0 end as numbered
  from sqlite_master t, pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite\_%' escape '\\' order by t.name, c.cid`;

const postgresColumns = sql`
  select c.relname as in_table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    coalesce(array_position(cast(i.indkey as smallint[]), a.attnum) + 1, 0) as key_place,
    case when a.attidentity <> '' then 1 else 0 end as numbered
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind in ('r', 'p') and not c.relispartition and pg_table_is_visible(c.oid)
    and c.relnamespace = current_schema()::regnamespace
    and not a.attisdropped and a.attgenerated = '' order by c.relname, a.attnum`;

/** The tables of the schema, by name. */
export async function readTableShapes(db: Queries): Promise<TableShape[]> {
  const rows = await db.all<ColumnRow>(db.dialect === "sqlite" ? sqliteColumns : postgresColumns);
  return [...Map.groupBy(rows, (row) => row.in_table)].map(([name, columns]) => ({
    name,
    columns: columns.map((column) => column.name),
    types: columns.map((column) => column.type),
    key: columns
      .filter(({ key_place }) => key_place > 0)
      .sort((a, b) => a.key_place - b.key_place)
      .map((column) => column.name),
    identity: columns.find(({ numbered }) => numbered === 1)?.name,
  }));
}

/** The last number that the database gave in a table's identity column; 0 if none. */
export async function lastNumber(db: Queries, { name, identity }: TableShape): Promise<number> {
  const statement =
    db.dialect === "sqlite"
      ? sql`select seq as number from sqlite_sequence where name = ${name}`
      : sql`
        select pg_sequence_last_value(cast(pg_get_serial_sequence(${name}, ${identity ?? ""}) as regclass)) as number`;
  return (await db.get<{ number: number | null }>(statement))?.number ?? 0;
}

/** Continues the numbers of a table's identity column after `number`. */
export async function continueNumbers(
  tx: Queries,
  { name, identity }: TableShape,
  number: number,
): Promise<void> {
  if (number <= 0) return;
  for (const statement of numbering(tx, name, identity ?? "", number))
    await (tx.dialect === "sqlite" ? tx.run(statement) : tx.all(statement));
}

function numbering({ dialect }: Queries, name: string, identity: string, number: number): Sql[] {
  if (dialect === "postgres")
    return [sql`select setval(cast(pg_get_serial_sequence(${name}, ${identity}) as regclass), ${number})`];
  // SQLite's own table has no key to conflict with.
  return [
    sql`delete from sqlite_sequence where name = ${name}`,
    sql`insert into sqlite_sequence (name, seq) values (${name}, ${number})`,
  ];
}
