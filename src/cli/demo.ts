import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { ensureDataFolder } from "../base/data-folder.ts";
import { loadConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { type Command, type DemoPart, loadServices } from "../feature.ts";
import { type DemoLoaded, type DemoOptions, loadDemo } from "../vehicles/imports/demo/load-demo.ts";
import { removeDemo } from "../vehicles/imports/demo/remove-demo.ts";
import { ImportError } from "../vehicles/imports/input/import-error.ts";
import { argumentsOf, UsageError } from "./command.ts";
import { demoProgress } from "./demo-progress.ts";
import { withExistingDatabase } from "./existing-database.ts";
import { withImportDatabase } from "./import/import-database.ts";

export const demoCommand: Command = {
  help: `Usage: vingate demo [--set FOLDER]
       vingate demo --remove

Fills every lookup family that has no records of its own with a synthetic demo set:
vehicles whose VINs really decode, with histories, plates, parts and pictures. Responses
from it say "x-data-source: demo". Its dates move with the month in which it is loaded.
Records of other sources are never replaced, and replace the demo set's when they are
loaded. If interrupted, run it again. A running service uses the records within a second.
The set also has a registered API, charging-stations, which the service itself answers.

Options:
  --set FOLDER  Load another set, made by "bun tools/demo/make.ts" in a checkout.
  --remove      Remove every record and the API of the demo set; later starts do not load it again.

Examples:
  vingate demo
  vingate demo --set larger-set
  vingate demo --remove`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      set: { type: "string" },
      remove: { type: "boolean" },
    });
    if (positionals.length > 0) throw new UsageError(`demo takes no arguments, not "${positionals[0]}"`);
    const parts = (await loadServices(features)).flatMap(({ demo }) => demo ?? []);
    if (values.remove === true)
      return await withExistingDatabase(loadConfig(env, features), (db) => remove(db, parts));
    if (values.set !== undefined && !existsSync(join(values.set, "set.json")))
      throw new UsageError(`--set takes a folder with a file set.json, not "${values.set}"`);
    const config = loadConfig(env, features);
    ensureDataFolder(config.dataDir);
    return await withImportDatabase(config, (db) =>
      load(db, parts, { folder: values.set, datasetFits: config.datasetFits }),
    );
  },
};

type LoadOptions = Pick<DemoOptions, "folder" | "datasetFits">;

async function load(db: Database, parts: readonly DemoPart[], options: LoadOptions): Promise<number> {
  const stopped = new AbortController();
  const stop = () => stopped.abort(new ImportError("interrupted; run vingate demo again to load the rest"));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const shown = demoProgress(process.stderr);
  const begun = performance.now();
  const { signal } = stopped;
  const loaded = await loadDemo(db, { ...options, clock: systemClock, progress: shown.step, signal }).finally(
    shown.end,
  );
  for (const part of parts) await db.transaction((tx) => part.add(tx, systemClock()));
  process.stderr.write(summary(loaded, (performance.now() - begun) / 1000));
  return 0;
}

async function remove(db: Database, parts: readonly DemoPart[]): Promise<number> {
  const removed = await removeDemo(db, systemClock);
  for (const part of parts) await db.transaction((tx) => part.remove(tx, systemClock()));
  process.stderr.write(`${removed.toLocaleString("en")} demo records removed\n`);
  const customer = await db.get(
    sql`select id from app_user where email_key = 'demo@example.com' and state <> 'deleted'`,
  );
  if (customer)
    process.stderr.write("The account demo@example.com still exists; delete it as any other user.\n");
  return 0;
}

function summary({ families, rows }: DemoLoaded, seconds: number): string {
  const kept = Object.entries(families).filter(([, state]) => state === "not replaced");
  const outcome =
    rows === 0
      ? "The demo set is already loaded.\n"
      : `${rows.toLocaleString("en")} demo records loaded in ${seconds.toFixed(1)} s\n`;
  return kept.length === 0
    ? outcome
    : `${outcome}not replaced, because they have records of their own: ${kept.map(([family]) => family).join(", ")}\n`;
}
