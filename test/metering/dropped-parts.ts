import type { Database } from "../../src/database/database.ts";
import { raw, sql } from "../../src/database/sql.ts";
import type { Finding } from "../../src/metering/consistency/comparison.ts";
import { compareSchema } from "../../src/metering/consistency/findings.ts";
import { schemaOf } from "./consistency-findings.ts";

/** A part of a database's schema, and the statement that removes it. */
export interface DroppablePart {
  readonly kind: string;
  readonly part: string;
  readonly drop: string;
}

/** Every part of the schema that a statement can remove, as the database itself lists them. */
export async function droppable(db: Database): Promise<DroppablePart[]> {
  const found = await db.all<{ kind: string; name: string; owner: string; place: number }>(
    db.dialect === "sqlite" ? sqliteList : postgresList,
  );
  return found.map(({ kind, name, owner, place }) => {
    const alter = `alter table ${owner}`;
    if (kind === "primary key" || kind === "unique key") {
      const part = `${kind}${place > 0 ? ` ${place}` : ""} of table ${owner}`;
      return { kind, part, drop: `${alter} drop constraint ${name} cascade` };
    }
    const part = `${kind.replace("disabled ", "")} ${name}`;
    if (kind === "disabled trigger") return { kind, part, drop: `${alter} disable trigger ${name}` };
    const on = kind === "trigger" && db.dialect === "postgres" ? ` on ${owner}` : "";
    const cascade = db.dialect === "postgres" ? " cascade" : "";
    return { kind, part, drop: `drop ${kind} if exists ${name}${on}${cascade}` };
  });
}

// The migrations' own table is required before any check.
const sqliteList = sql`
  select type as kind, name, tbl_name as owner, 0 as place from sqlite_master
  where sql is not null and name not like 'sqlite_%' and name <> 'migration'`;

const postgresList = sql`
  select case c.relkind when 'v' then 'view' when 'i' then 'index' when 'I' then 'index' else 'table' end as kind,
    c.relname as name, '' as owner, 0 as place
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'i', 'I')
    and c.relname <> 'migration' and not exists (select 1 from pg_inherits h where h.inhrelid = c.oid and c.relkind = 'i')
    and not exists (select 1 from pg_constraint k where k.conindid = c.oid)
  union all
  select case k.contype when 'p' then 'primary key' else 'unique key' end, k.conname, c.relname,
    case k.contype when 'u' then cast(row_number() over (partition by k.conrelid, k.contype) as int) else 0 end
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u') and c.relname <> 'migration'
    and not c.relispartition
  union all
  select kind, t.tgname, c.relname, 0 from pg_trigger t join pg_class c on c.oid = t.tgrelid,
    (values ('trigger'), ('disabled trigger')) kinds (kind)
  where not t.tgisinternal
  union all
  select 'function', proname, '', 0 from pg_proc where pronamespace = 'public'::regnamespace`;

/** What the schema's comparison finds missing after statements, which are rolled back. */
export async function withDropped(db: Database, drops: readonly string[]): Promise<string[]> {
  const rollBack = new Error("roll back");
  let missing: readonly Finding[] = [];
  await db
    .transaction(async (tx) => {
      for (const drop of drops) await tx.run(raw(drop));
      missing = (await compareSchema(tx, schemaOf(tx))).findings;
      throw rollBack;
    })
    .catch((error) => {
      if (error !== rollBack) throw error;
    });
  return missing.map(({ subject }) => subject);
}
