import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureDataFolder } from "../../src/base/data-folder.ts";
import { OperatorError } from "../../src/base/operator-error.ts";
import { compileVinPack } from "../../src/vehicles/imports/vpic/compile-vin-pack.ts";
import { openVinPack, vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { vpicAddress } from "../../src/vehicles/imports/vpic/vpic-dump.ts";
import { dataAge, dataAgeText, releasedDaysMax } from "../../src/vin/pack/data-age.ts";
import type { PackMeta } from "../../src/vin/pack/pack-meta.ts";
import { compiledPackFolder, compilePack } from "../compiled-pack.ts";

export interface ReleaseOptions {
  /** NHTSA's dump, whose pack the release contains; else that of the packaged data. */
  readonly vpic: string | undefined;
  /** Release data that are too old. */
  readonly oldData: boolean;
}

const usage = "Usage: npm run release -- --vpic FILE [--old-data]";

/** Reads the arguments of `npm run release`; throws with the usage for others. */
export function releaseOptions(args: readonly string[]): ReleaseOptions {
  const options = { vpic: { type: "string" }, "old-data": { type: "boolean" } } as const;
  try {
    const { vpic, "old-data": oldData = false } = parseArgs({ args: [...args], options }).values;
    if (vpic === "") throw new Error("--vpic needs the file of a dump");
    return { vpic, oldData };
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${usage}`);
  }
}

/** Throws `OperatorError` with what to do if data are too old for a release. */
export function requireFresh(
  data: Pick<PackMeta, "source" | "version">,
  oldData: boolean,
  now: number,
): void {
  const age = dataAge(data, now);
  if (oldData || (age && age.days <= releasedDaysMax)) return;
  throw new OperatorError(
    `The VIN data (${data.source}) are ${dataAgeText(data, now)}; a release contains data of at most ${releasedDaysMax} days, counted from the first day of their month. Download NHTSA's newest, ${vpicAddress(new Date(now))} or that of the month before, and run npm run release -- --vpic FILE. To release these data, add --old-data.`,
  );
}

/**
 * The folder of the compiled VIN data of a release: those of the dump, compiled into `folder`, or the packaged ones. Throws
 * for data that are too old, and for a file that is no dump.
 */
export async function releasedPackFolder(
  { vpic, oldData }: ReleaseOptions,
  folder: string,
  now: number,
): Promise<string> {
  if (vpic === undefined) {
    requireFresh((await compilePack()).meta, oldData, now);
    return compiledPackFolder;
  }
  mkdirSync(folder, { recursive: true });
  ensureDataFolder(folder);
  await compileVinPack({ file: vinPackFile(folder), dump: vpic }, { progress: () => {} });
  requireFresh((await openVinPack(folder)).meta, oldData, now);
  return folder;
}
