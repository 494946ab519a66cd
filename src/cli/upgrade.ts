import { type Config, loadConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { databaseFile } from "../database/integrity.ts";
import { pendingMigrations, SchemaMismatch } from "../database/migrate.ts";
import { copyBeforeMigrations, copyName, copySpace, requireSpace } from "../database/upgrade/copy-before.ts";
import type { Command } from "../feature.ts";
import { upgradeSchema } from "../vehicles/imports/staging/record-tables.ts";
import { argumentsOf, CommandFailure, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

export const upgradeCommand: Command = {
  help: `Usage: vingate upgrade [--check] [--json] [--without-copy]

Applies the migrations that this version of Vingate has and the database has not; a start of
the service does the same. With --check it changes nothing and shows them, and whether the
database is copied first.

An SQLite database is copied before, beside it. The copy of an earlier upgrade is deleted.
PostgreSQL is not copied: make a backup first. Migrations only add, so that nodes of the previous
version continue to answer and to apply their calls until they are replaced.

Options:
  --check         Show what would change. Exit code 1 if the upgrade would fail.
  --json          Print one JSON object.
  --without-copy  Make no copy of an SQLite database. Make a backup elsewhere first.

Exit code: 0 if the database is at this version, or with --check can be; 1 if not; 2 for a wrong
command line.

Examples:
  vingate upgrade --check
  vingate backup /backups/before.vingate && vingate upgrade`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      check: { type: "boolean" },
      json: { type: "boolean" },
      "without-copy": { type: "boolean" },
    });
    if (positionals.length > 0) throw new UsageError("upgrade takes options only");
    const config = loadConfig(env, features);
    const copies = values["without-copy"] !== true;
    return await withExistingDatabase(
      config,
      async (db, place) => {
        const plan = await planOf(db, config, copies);
        if (values.check !== true) await apply(db, config, copies);
        const done = values.check !== true;
        process.stdout.write(
          values.json === true
            ? `${JSON.stringify({ database: place, applied: done, ...plan })}\n`
            : textOf(place, plan, done),
        );
        return 0;
      },
      { anySchema: true },
    );
  },
};

interface Plan {
  readonly migrations: readonly { readonly id: string; readonly change: string }[];
  /** The copy of an SQLite database; null if none is made. */
  readonly copy: { readonly file: string; readonly bytes: number; readonly free_bytes: number } | null;
}

async function planOf(db: Database, { dataDir, migrations }: Config, copies: boolean): Promise<Plan> {
  const file = databaseFile(dataDir);
  const { pending } = await pendingMigrations(db, migrations).catch(asFailure);
  const [first] = pending;
  const space = db.dialect === "sqlite" && first && copies ? copySpace(file) : undefined;
  if (space) requireSpace(file, space);
  return {
    migrations: pending.map(({ id, summary }) => ({ id, change: summary })),
    copy: space ? { file: copyName(file, first!.id), bytes: space.needed, free_bytes: space.free } : null,
  };
}

async function apply(db: Database, { dataDir, migrations }: Config, copies: boolean): Promise<void> {
  if (copies) await copyBeforeMigrations(db, databaseFile(dataDir), migrations);
  await upgradeSchema(db, migrations).catch(asFailure);
}

function asFailure(error: unknown): never {
  throw error instanceof SchemaMismatch ? new CommandFailure(error.message) : error;
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

function textOf(place: string, { migrations: steps, copy }: Plan, done: boolean): string {
  if (steps.length === 0) return `${place} is at the version of this program. Nothing changes.\n`;
  const width = Math.max(...steps.map(({ id }) => id.length)) + 2;
  const head = done ? "This version has changed" : "This version would change";
  const made = done ? "was" : "would be";
  return [
    `${head} ${place} by ${steps.length} ${steps.length === 1 ? "migration" : "migrations"}:`,
    ...steps.map(({ id, change }) => `  ${id.padEnd(width)}${change}`),
    copy
      ? `A copy of ${megabytes(copy.bytes)} MB ${made} made first: ${copy.file} (${megabytes(copy.free_bytes)} MB were free).`
      : `No copy ${made} made: keep a backup.`,
    "Nodes of the previous version continue to work beside the new one. It does not start on this database again.",
    "",
  ].join("\n");
}
