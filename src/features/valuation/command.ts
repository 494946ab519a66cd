import { systemClock } from "../../base/clock.ts";
import { argumentsOf, UsageError } from "../../cli/command.ts";
import { doctorProgress } from "../../cli/doctor/doctor-progress.ts";
import { withExistingDatabase } from "../../cli/existing-database.ts";
import { withImportDatabase } from "../../cli/import/import-database.ts";
import { loadConfig } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import type { Command } from "../../feature.ts";
import { checkText } from "./check-text.ts";
import { checkValues, fitCurrent } from "./value-check.ts";

export const valuationCommand: Command = {
  help: `Usage: vingate valuation --check [--json]
       vingate valuation --fit [--json]

How far market values lie from real prices, measured on your own sales (saleshistory). Each
fifth of the vehicles is kept out in turn and valued by the others, once by VIN and once by
year, make and model. An import does the same, and stores what it fitted.

Options:
  --check  Measure, and change nothing.
  --fit    Measure, and store the fit for the current dataset: of an import by an earlier
           version, or of sales that have grown older since. A running service uses it
           within two seconds.
  --json   Print the result as one JSON object.

Example:
  vingate valuation --check`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      check: { type: "boolean" },
      fit: { type: "boolean" },
      json: { type: "boolean" },
    });
    if (positionals.length > 0 || (values.check === true) === (values.fit === true))
      throw new UsageError("valuation takes one of --check and --fit");
    const config = loadConfig(env, features);
    const progress = doctorProgress(process.stderr, () => performance.now());
    const now = systemClock();
    const measure = (db: Database) =>
      values.fit === true ? fitCurrent(db, systemClock, progress.step) : checkValues(db, now, progress.step);
    const work = (db: Database) => measure(db).finally(progress.end);
    const check = await (values.fit === true
      ? withImportDatabase(config, work)
      : withExistingDatabase(config, work));
    process.stdout.write(values.json === true ? `${JSON.stringify(check)}\n` : checkText(check));
    return 0;
  },
};
