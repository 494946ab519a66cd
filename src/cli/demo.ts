import { parseArgs } from "node:util";
import { type DemoLoaded, demoSeed, demoVehicles, loadDemo, removeDemo } from "../../tools/demo/load.ts";
import { systemClock } from "../base/clock.ts";
import { ensureDataFolder } from "../base/data-folder.ts";
import { loadConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { openConfiguredDatabase } from "../server/app.ts";
import { upgradeSchema } from "../vehicles/imports/staging/record-tables.ts";
import { openVinPack } from "../vehicles/imports/vpic/vin-pack.ts";
import { type Command, UsageError } from "./command.ts";
import { compileProgress } from "./compile-progress.ts";
import { demoProgress } from "./demo-progress.ts";
import { withExistingDatabase } from "./existing-database.ts";

const vehiclesMin = 200;
const vehiclesMax = 50_000;

export const demoCommand: Command = {
  help: `Usage: vingate demo [--vehicles N] [--seed N]
       vingate demo --remove

Fills every lookup family that has no records of its own with a synthetic demo set:
vehicles whose VINs really decode, with histories, plates, parts and pictures. Answers
from it say "x-data-source: demo". The same numbers make the same set in any month.
Records of other sources are never replaced, and replace the demo set's when they are
loaded. It may be interrupted and run again; a running service answers from it within a second.

Options:
  --vehicles N  How many vehicles, ${vehiclesMin} to ${vehiclesMax.toLocaleString("en")}; ${demoVehicles} by default.
  --seed N      Another number makes other vehicles; ${demoSeed} by default.
  --remove      Remove every record of the demo set; later starts do not load it again.

Examples:
  vingate demo
  vingate demo --vehicles 10000 --seed 7
  vingate demo --remove`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { vehicles: { type: "string" }, seed: { type: "string" }, remove: { type: "boolean" } },
      allowPositionals: true,
    });
    if (positionals.length > 0) throw new UsageError(`demo takes no arguments, not "${positionals[0]}"`);
    const vehicles = number("vehicles", values.vehicles, demoVehicles, vehiclesMin, vehiclesMax);
    const seed = number("seed", values.seed, demoSeed, 0, 2 ** 31 - 1);
    if (values.remove === true) return await withExistingDatabase(env, remove);
    const config = loadConfig(env);
    ensureDataFolder(config.dataDir);
    const db = await openConfiguredDatabase(config);
    try {
      await upgradeSchema(db);
      const compiling = compileProgress();
      const pack = await openVinPack(config.dataDir, { progress: (step) => compiling.step(step) });
      compiling.end();
      const stopped = new AbortController();
      const stop = () => stopped.abort(new Error("interrupted; run vingate demo again to load the rest"));
      process.once("SIGINT", stop).once("SIGTERM", stop);
      const shown = demoProgress(process.stderr);
      const begun = performance.now();
      const loaded = await loadDemo(db, {
        pack,
        clock: systemClock,
        seed,
        vehicles,
        progress: shown.step,
        signal: stopped.signal,
      }).finally(shown.end);
      process.stderr.write(summary(loaded, (performance.now() - begun) / 1000));
      return 0;
    } finally {
      await db.close();
    }
  },
};

async function remove(db: Database): Promise<number> {
  const removed = await removeDemo(db, systemClock);
  process.stderr.write(`${removed.toLocaleString("en")} demo records removed\n`);
  const customer = await db.get(
    sql`select id from app_user where email_key = 'demo@example.com' and state <> 'deleted'`,
  );
  if (customer)
    process.stderr.write("The account demo@example.com still exists; delete it as any other user.\n");
  return 0;
}

function number(
  option: string,
  text: string | undefined,
  otherwise: number,
  low: number,
  high: number,
): number {
  if (text === undefined) return otherwise;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new UsageError(`--${option} takes a whole number from ${low} to ${high}, not "${text}"`);
}

function summary({ families, rows }: DemoLoaded, seconds: number): string {
  const kept = Object.entries(families).filter(([, state]) => state === "not replaced");
  const said =
    rows === 0
      ? "The demo set is already loaded.\n"
      : `${rows.toLocaleString("en")} demo records loaded in ${seconds.toFixed(1)} s\n`;
  return kept.length === 0
    ? said
    : `${said}not replaced, because they have records of their own: ${kept.map(([family]) => family).join(", ")}\n`;
}
