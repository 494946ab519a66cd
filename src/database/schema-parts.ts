import { type Migration, typesOf } from "./migration.ts";
import { type Dialect, type Sql, sql } from "./sql.ts";

const created = /^create (?:unique )?(table|index|trigger|view|function) (?:if not exists )?(\w+)/;
const dropped = /^drop (table|index|trigger|view|function) (?:if exists )?(\w+)/;

/** The names of what migrations create: tables with their keys, indexes, triggers, views and functions. */
export function schemaParts(migrations: readonly Migration[], dialect: Dialect): readonly string[] {
  const parts = new Set<string>();
  for (const statement of migrations.flatMap((each) => each.statements(typesOf[dialect]))) {
    const [, oldKind, oldName] = dropped.exec(statement) ?? [];
    if (oldName) for (const part of parts) if (isOf(part, `${oldKind} ${oldName}`)) parts.delete(part);
    const [, kind, name] = created.exec(statement) ?? [];
    if (!name) continue;
    parts.add(`${kind} ${name}`);
    if (kind !== "table") continue;
    if (/\bprimary key\b/.test(statement)) parts.add(`primary key of table ${name}`);
    const unique = statement.match(/\bunique\b/g)?.length ?? 0;
    for (let key = 1; key <= unique; key++) parts.add(`unique key ${key} of table ${name}`);
  }
  return [...parts].sort();
}

const isOf = (part: string, owner: string) => part === owner || part.endsWith(` of ${owner}`);

const sqliteParts = sql`
  select type || ' ' || name as part from sqlite_master
  union all
  select 'primary key of table ' || name from sqlite_master
  where type = 'table' and exists (select 1 from pragma_table_info(sqlite_master.name) where pk > 0)
  union all
  select 'unique key ' || row_number() over (partition by m.name) || ' of table ' || m.name
  from sqlite_master m join pragma_index_list(m.name) k on k.origin = 'u' where m.type = 'table'`;

const postgresParts = sql`
  select case when c.relkind = 'v' then 'view ' when c.relkind in ('i', 'I') then 'index ' else 'table ' end || c.relname as part
  from pg_class c left join pg_index i on i.indexrelid = c.oid
  where c.relkind in ('r', 'p', 'v', 'i', 'I') and coalesce(i.indisvalid, true) and pg_table_is_visible(c.oid)
  union all
  select 'trigger ' || t.tgname from pg_trigger t
  where not t.tgisinternal and t.tgenabled <> 'D' and pg_table_is_visible(t.tgrelid)
  union all
  select 'function ' || p.proname from pg_proc p where pg_function_is_visible(p.oid)
  union all
  select case when k.contype = 'p' then 'primary key'
      else 'unique key ' || row_number() over (partition by k.conrelid, k.contype) end
    || ' of table ' || c.relname
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype in ('p', 'u') and pg_table_is_visible(c.oid)`;

/** A statement of the parts that a database has. A disabled trigger and an invalid index are none. */
export function partsPresent(dialect: Dialect): Sql {
  return dialect === "sqlite" ? sqliteParts : postgresParts;
}
