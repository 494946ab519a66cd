import type { Database } from "../../src/database/database.ts";
import type { DatabaseOptions } from "../../src/database/open.ts";
import { upgradeSchema } from "../../src/vehicles/imports/staging/record-tables.ts";
import { type Fresh, type Kind, kinds } from "../../test/database/databases.ts";
import { migrations } from "../../test/database/migrations.ts";
import type { Figure } from "./figure.ts";

export type { Fresh, Kind };

/** The databases that are installed, or only the one of `BENCH_DATABASE`. */
export const installed: readonly Kind[] = kinds.filter(
  ({ missing, dialect }) => !missing && (process.env.BENCH_DATABASE ?? dialect) === dialect,
);

/** Gives `work` a new, migrated database, then removes it. */
export async function onDatabase<T>(
  kind: Kind,
  work: (db: Database, fresh: Fresh) => Promise<T>,
  options?: DatabaseOptions,
): Promise<T> {
  const fresh = await kind.fresh();
  try {
    const db = await fresh.open(options);
    await upgradeSchema(db, migrations);
    return await work(db, fresh);
  } finally {
    await fresh.end();
  }
}

/** The figures of `work` on a new database of each kind. */
export async function onEachDatabase(
  work: (db: Database, fresh: Fresh, kind: Kind) => Promise<readonly Figure[]>,
  options?: DatabaseOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of installed)
    figures.push(...(await onDatabase(kind, (db, fresh) => work(db, fresh, kind), options)));
  return figures;
}
