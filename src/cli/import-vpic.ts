import { ensureDataFolder } from "../base/data-folder.ts";
import type { Config } from "../config.ts";
import { openInput } from "../vehicles/imports/input/input.ts";
import { importVinPack } from "../vehicles/imports/vpic/vin-pack.ts";
import { openNewestDump, vpicInput } from "../vehicles/imports/vpic/vpic-dump.ts";
import { UsageError } from "./command.ts";
import { compileProgress } from "./compile-progress.ts";
import { importProgress } from "./import-progress.ts";

/** Compiles NHTSA's dump into the decoder's pack, without a database. Resolves to the exit code. */
export async function importVpic(
  { dataDir }: Config,
  positionals: readonly string[],
  { insecure, ...others }: { readonly insecure?: boolean | undefined } & Readonly<Record<string, unknown>>,
): Promise<number> {
  const [place, more] = positionals;
  if (more !== undefined) throw new UsageError(`only one input, not also "${more}"`);
  const strange = Object.keys(others).find((name) => others[name] !== undefined);
  if (strange !== undefined) throw new UsageError(`vpic has no option --${strange}`);
  if (place === "-") throw new UsageError("vpic needs a file or a URL, because it is read more than once");
  ensureDataFolder(dataDir);
  const fetching = importProgress(process.stderr);
  const how = { ...vpicInput(dataDir), insecure: insecure === true, downloading: fetching.downloading };
  await using input = await (place === undefined ? openNewestDump(new Date(), how) : openInput(place, how));
  fetching.end();
  const shown = compileProgress();
  const begun = performance.now();
  const { meta } = await importVinPack(dataDir, input.file!, (step) => shown.step(step)).finally(shown.end);
  const took = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(
    `vpic ${meta.version}: ${meta.patterns.toLocaleString("en")} patterns of ${meta.manufacturers.toLocaleString("en")} manufacturers, compiled in ${took} s\n  input      ${input.name}, sha256 ${meta.fingerprint}\n`,
  );
  return 0;
}
