import type { Queries } from "../../database/database.ts";
import type { Migration } from "../../database/migration.ts";
import { schemaParts } from "../../database/schema-parts.ts";
import { readTableShapes, type TableShape } from "../../database/table-shapes.ts";
import { backupSettings } from "../../management/system/backup-state.ts";
import { recordFamilies } from "../../vehicles/families/record-families.ts";

/** Tables that no backup contains, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  migration: "the restoring program creates the schema and notes what it has applied",
  node: "the processes of the restored service report themselves",
  acme_challenge: "a certificate authority asks for it within minutes",
  outbox_lease: "the process that sends events; it expires within seconds",
  mail_lease: "the process that sends mails; it expires within seconds",
  audit_export: "the process that exports the audit log, and its last failure; both are soon known again",
  limit_clock: "counts the time in which nodes were alive, which begins again",
  rate_window: "follows the clock of rates",
  rate_lease: "follows the clock of rates",
  rate_holder: "follows the clock of rates",
};

/** Settings that describe the database's place and not its data. */
export const leftOutSettings = [
  "integrity_damage",
  "ledger_check",
  "restored_backup",
  ...backupSettings,
] as const;

/** The tables that this program makes; others in a shared schema belong to someone else. */
export function ownTables(migrations: readonly Migration[]): ReadonlySet<string> {
  const migrated = schemaParts(migrations, "sqlite").flatMap((part) => /^table (\w+)$/.exec(part)?.[1] ?? []);
  const ofRecords = recordFamilies.flatMap((family) => [
    family.table,
    ...("vehicles" in family && family.vehicles ? [family.vehicles] : []),
    ...("fits" in family && family.fits ? [family.fits] : []),
  ]);
  return new Set([...migrated, ...ofRecords]);
}

/** The tables that a backup contains. */
export async function backupTables(db: Queries, migrations: readonly Migration[]): Promise<TableShape[]> {
  const own = ownTables(migrations);
  return (await readTableShapes(db)).filter(({ name }) => own.has(name) && !(name in leftOut));
}
