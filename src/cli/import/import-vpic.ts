import { systemClock } from "../../base/clock.ts";
import { ensureDataFolder } from "../../base/data-folder.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Config } from "../../config.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { databaseLog } from "../../metering/requests/call-log.ts";
import { configuredGuard } from "../../server/configured.ts";
import { openInput } from "../../vehicles/imports/input/input.ts";
import { requireChecksum } from "../../vehicles/imports/jobs/vpic-job.ts";
import {
  type ImportedPack,
  importVinPack,
  rollBackVinPack,
} from "../../vehicles/imports/vpic/import-pack.ts";
import { type RecentVins, readRecentVins, recentBounds } from "../../vehicles/imports/vpic/recent-vins.ts";
import { openNewestDump, vpicInput } from "../../vehicles/imports/vpic/vpic-dump.ts";
import { dataAgeText } from "../../vin/pack/data-age.ts";
import type { PackMeta } from "../../vin/pack/pack-meta.ts";
import { UsageError } from "../command.ts";
import { compileProgress } from "../compile-progress.ts";
import { withExistingDatabase } from "../existing-database.ts";
import { importProgress } from "./import-progress.ts";

interface VpicOptions {
  readonly insecure?: boolean | undefined;
  readonly sha256?: string | undefined;
  readonly "dry-run"?: boolean | undefined;
  readonly rollback?: boolean | undefined;
}

const known: readonly string[] = ["insecure", "sha256", "dry-run", "rollback"];

/** Compiles NHTSA's dump into the decoder's pack, without a database. Resolves to the exit code. */
export async function importVpic(
  config: Config,
  positionals: readonly string[],
  values: VpicOptions,
): Promise<number> {
  const { dataDir } = config;
  const [place, more] = positionals;
  if (more !== undefined) throw new UsageError(`only one input, not also "${more}"`);
  const strange = Object.keys(values).find((name) => !known.includes(name));
  if (strange !== undefined) throw new UsageError(`vpic has no option --${strange}`);
  if (place === "-") throw new UsageError("vpic needs a file or a URL, because it is read more than once");
  const { insecure = false, sha256, "dry-run": dryRun = false, rollback = false } = values;
  if (rollback) {
    if (Object.keys(values).length > 1 || place !== undefined)
      throw new UsageError("--rollback takes no input and no other option");
    return rollBack(dataDir);
  }
  ensureDataFolder(dataDir);
  const fetching = importProgress(process.stderr);
  const how = { ...vpicInput(dataDir, configuredGuard(config)), insecure, downloading: fetching.downloading };
  await using input = await (place === undefined ? openNewestDump(new Date(), how) : openInput(place, how));
  fetching.end();
  if (sha256 !== undefined) await requireChecksum(input.file!, sha256);
  const shown = compileProgress();
  const begun = performance.now();
  const currentYear = new Date().getUTCFullYear();
  const { recent, why } = await recentCalls(config);
  const made = await importVinPack(dataDir, input.file!, {
    progress: shown.step,
    currentYear,
    dryRun,
    recent,
  }).finally(shown.end);
  const took = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(
    `${packText(made.pack.meta)}, compiled in ${took} s${dryRun ? " (dry run: nothing has changed)" : ""}\n${ageText(made, Date.now())}${comparisonText(made)}${callsText(made, why)}  input      ${input.name}, sha256 ${made.pack.meta.fingerprint}\n`,
  );
  return 0;
}

interface RecentCalls {
  readonly recent?: () => Promise<RecentVins>;
  /** Why no calls are compared; empty if they are. */
  readonly why: string;
}

/** Reads the VINs of recent calls, if this data folder or `VINGATE_DATABASE_URL` has a database. */
async function recentCalls(config: Config): Promise<RecentCalls> {
  try {
    const vins = await withExistingDatabase(config, (db) => readRecentVins(databaseLog(db), systemClock()));
    return { recent: async () => vins, why: "" };
  } catch (error) {
    if (error instanceof OperatorError || error instanceof DatabaseUnavailable) return { why: error.message };
    throw error;
  }
}

async function rollBack(dataDir: string): Promise<number> {
  const shown = compileProgress();
  const { meta } = await rollBackVinPack(dataDir, shown.step).finally(shown.end);
  process.stdout.write(`${packText(meta)}, as before the last import\n`);
  return 0;
}

const number = (count: number): string => count.toLocaleString("en");

const packText = ({ source, version, patterns, manufacturers }: PackMeta): string =>
  `${source} ${version}: ${number(patterns)} patterns of ${number(manufacturers)} manufacturers`;

const comparisonText = ({ sampled, lost, changed }: ImportedPack): string =>
  `  compared   ${number(sampled)} sampled VINs: ${number(changed)} with another model, ${number(lost)} without one\n`;

/** How old the dump is, and the data in use. */
export function ageText({ pack, inUse }: Pick<ImportedPack, "pack" | "inUse">, now: number): string {
  const before = inUse ? `; in use: ${inUse.source} ${dataAgeText(inUse, now)}` : "";
  return `  age        ${dataAgeText(pack.meta, now)}${before}\n`;
}

/** What changes for the VINs of the last week's calls. */
export function callsText({ calls }: Pick<ImportedPack, "calls">, why: string): string {
  if (!calls) return `  calls      not compared: ${why || "there were no VIN data before"}\n`;
  const { vins, bounded, same, changed, found, lost, examples } = calls;
  if (vins === 0) return "  calls      not compared: the request log has no VINs of the last seven days\n";
  const { vinsMax, callsMax } = recentBounds;
  const whose = bounded
    ? `the newest calls (at most ${number(vinsMax)} VINs and ${number(callsMax)} calls)`
    : "the last seven days' calls";
  const lines = [
    `  calls      ${number(vins)} ${vins === 1 ? "VIN" : "VINs"} of ${whose}: ${number(same)} the same, ${number(changed)} with another year, make or model, ${number(found)} newly decoded, ${number(lost)} lost`,
    ...examples.map(
      ({ vin, before, after }) => `             ${vin}…: ${before || "nothing"} → ${after || "nothing"}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}
