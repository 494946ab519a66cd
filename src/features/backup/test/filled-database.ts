import { migrations } from "../../../../test/database/migrations.ts";
import type { Database } from "../../../database/database.ts";
import { list, name, sql, type Value } from "../../../database/sql.ts";
import { readTableShapes } from "../../../database/table-shapes.ts";
import { backupTables } from "../backup-tables.ts";

/** Values that constraints prescribe, by `table.column`. */
const prescribed: Readonly<Record<string, (row: number) => Value>> = {
  "journal.state": (row) => (row === 0 ? "closed" : "expired"),
  "access_version.id": () => 1,
  "credit_grant.state": () => "open",
  "credit_grant.amount": (row) => 900_000 + row,
  "credit_grant.spent": (row) => 1 + row,
  "credit_grant.expired": (row) => 5 + row,
  "credit_grant.removed": (row) => 9 + row,
  // A trigger names the grant of each entry that adds credits.
  "credit_ledger.grant_id": (row) => `grant ${row}`,
  "billing_plan.state": () => "active",
  "billing_plan.payment": () => "invoice",
  "mail.state": () => "sent",
  "reset_link.origin": (row) => ["operator", "known", "other"][row]!,
  "billing_period.state": (row) => (row === 0 ? "due" : "paid"),
  "terms.kind": (row) => ["terms", "privacy", "dpa"][row]!,
  "payment.kind": () => "package",
  "payment.state": () => "paid",
  "payment.provider": () => "stripe",
  "payment.dispute": () => "open",
  "payment_refund.state": () => "done",
  "payment_transfer.state": () => "matched",
  "payment_return.state": () => "matched",
  "payment_listing.state": (row) => ["due", "skipped", "done"][row]!,
  "payment_return.dispute": () => "open",
  "product_offer.who_pays": (row) => ["notice", "new", "notice"][row]!,
  "tax_id_check.state": (row) => ["valid", "invalid", "unconfirmed"][row]!,
  "paper.kind": (row) => (row === 0 ? "credit_note" : "invoice"),
};

const oneRow = ["access_version"];

/** Writes rows into every table that a backup contains. Each value is another; some are null, large or negative. */
export async function fillEveryTable(db: Database): Promise<void> {
  const types = await columnTypes(db);
  for (const { name: table, columns } of await backupTables(db, migrations)) {
    await db.run(sql`delete from ${name(table)}`);
    for (let row = 0; row < (oneRow.includes(table) ? 1 : 3); row++) {
      const values = columns.map((column, index): Value => {
        const chosen = prescribed[`${table}.${column}`];
        if (chosen) return chosen(row);
        const { type, optional } = types.get(`${table}.${column}`)!;
        if (optional && row === 1) return null;
        return sampleOf(type, row * 100 + index + 1);
      });
      const names = columns.map((column) => name(column));
      await db.run(sql`
        insert into ${name(table)} (${names.reduce((all, one) => sql`${all}, ${one}`)}) values (${list(values)})`);
    }
  }
}

function sampleOf(type: string, number: number): Value {
  if (/int/i.test(type)) return number > 200 ? number * 20_000_000_000 : number;
  if (/real|double/i.test(type)) return number + 0.25;
  if (/blob|bytea/i.test(type)) return new Uint8Array([0, 255, number % 256]);
  return `é"\\, ${number}`;
}

async function columnTypes(db: Database) {
  const rows = await db.all<{ at: string; type: string; optional: number }>(
    db.dialect === "sqlite"
      ? sql`
        select t.name || '.' || c.name as at, c.type, 1 - c."notnull" as optional
        from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and c.pk = 0
        union all
        select t.name || '.' || c.name, c.type, 0
        from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and c.pk > 0`
      : sql`
        select table_name || '.' || column_name as at, data_type as type,
          case when is_nullable = 'YES' then 1 else 0 end as optional
        from information_schema.columns where table_schema = current_schema()`,
  );
  return new Map(rows.map(({ at, type, optional }) => [at, { type, optional: optional === 1 }]));
}

/** All rows of every table that a backup contains, by table, each as JSON, sorted. */
export async function readEveryTable(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  const included = new Set((await backupTables(db, migrations)).map((table) => table.name));
  for (const { name: table, columns } of await readTableShapes(db)) {
    if (!included.has(table)) continue;
    const rows = await db.all<Record<string, Value>>(sql`select * from ${name(table)}`);
    contents[table] = rows.map((row) => JSON.stringify(columns.map((column) => shown(row[column]!)))).sort();
  }
  return contents;
}

const shown = (value: Value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value);
