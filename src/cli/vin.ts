import { existsSync, statSync } from "node:fs";
import { loadConfig } from "../config.ts";
import type { Command } from "../feature.ts";
import { openVinPack, shippedPack, vinPackFile } from "../vehicles/imports/vpic/vin-pack.ts";
import { argumentsOf, UsageError } from "./command.ts";
import { compileProgress } from "./compile-progress.ts";

export const vinCompileCommand: Command = {
  help: `Usage: vingate vin compile [--force] [--quiet]

Precompiles the VIN data into vin.pack in the data folder. The service and
"vingate decode" do this themselves if the pack is missing or outdated.

Options:
  --force  Compile even if the pack is up to date.
  --quiet  Print errors only.

Examples:
  vingate vin compile
  VINGATE_DATA_DIR=/var/lib/vingate vingate vin compile --force`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      force: { type: "boolean" },
      quiet: { type: "boolean" },
    });
    if (positionals.length > 0)
      throw new UsageError(`vin compile takes no arguments, not "${positionals[0]}"`);
    const { dataDir } = loadConfig(env, features);
    const shown = values.quiet === true ? undefined : compileProgress();
    const begun = performance.now();
    let compiled = false;
    const pack = await openVinPack(dataDir, {
      force: values.force === true,
      progress(step) {
        compiled = true;
        shown?.step(step);
      },
    });
    shown?.end();
    if (shown === undefined) return 0;
    const own = vinPackFile(dataDir);
    const file = existsSync(own) ? own : shippedPack;
    const { source, version, patterns, manufacturers } = pack.meta;
    const size = (statSync(file).size / 1e6).toFixed(1);
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    process.stderr.write(
      `${file} ${compiled ? `compiled in ${took} s` : "is up to date"}: ${size} MB, ` +
        `${patterns.toLocaleString("en")} patterns of ${manufacturers.toLocaleString("en")} manufacturers, ${source} ${version}\n`,
    );
    return 0;
  },
};
