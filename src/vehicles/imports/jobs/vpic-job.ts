import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import type { DiskSpace } from "../../../base/disk-space.ts";
import { OperatorError } from "../../../base/operator-error.ts";
import type { VpicJob } from "../../../calls/import-job.ts";
import type { Database } from "../../../database/database.ts";
import { ImportError } from "../input/import-error.ts";
import type { Input } from "../input/input.ts";
import type { CallComparison } from "../vpic/compare-calls.ts";
import { compileVinPack } from "../vpic/compile-vin-pack.ts";
import { comparedPack, type ImportedPack, useVinPack } from "../vpic/import-pack.ts";
import type { RecentVins } from "../vpic/recent-vins.ts";
import { lowDisk } from "./failures.ts";
import { heldLock, type ImportProgress } from "./runs.ts";
import { packFolder } from "./uploads.ts";

/** The result in the import's row. */
export interface VpicSummary {
  readonly version: string;
  /** Compared VINs, those with another model, and those without one. */
  readonly sampled: number;
  readonly changed: number;
  readonly lost: number;
  /** The VINs of the last week's calls; absent without data in use. */
  readonly calls?: CallComparison;
  readonly input_sha256: string;
}

/** A compiled pack that is not yet in use. */
export interface CompiledPack {
  readonly repeated: boolean;
  readonly summary: VpicSummary;
}

export interface VpicTools {
  readonly dataDir: string;
  readonly disk: DiskSpace;
  readonly currentYear: number;
  readonly recent: () => Promise<RecentVins>;
  readonly progress: (step: ImportProgress) => void;
}

const workFolder = ({ id, file }: VpicJob): string => packFolder(dirname(file), id);
const candidateOf = (job: VpicJob): string => join(workFolder(job), "vin.pack");

/**
 * Compiles a received dump and compares it with the pack in use. Throws `ImportError` for a file that is no dump, one
 * with much less in it, and a full disk.
 */
export async function compileVpicJob(job: VpicJob, tools: VpicTools): Promise<CompiledPack> {
  const { dataDir, disk, progress } = tools;
  const begun = performance.now();
  const step = (stage: ImportProgress["stage"], rows: number, input?: Input): void => {
    if (disk.low) throw lowDisk();
    const seconds = (performance.now() - begun) / 1000;
    progress({ stage, seconds, done: input?.done() ?? 0, total: input?.total ?? null, rows, rejected: 0 });
  };
  if (job.sha256 !== undefined) await requireChecksum(job.file, job.sha256);
  mkdirSync(workFolder(job), { mode: 0o700 });
  await compileVinPack(
    { file: candidateOf(job), dump: job.file },
    {
      reading: (input) => step("read", 0, input),
      progress: ({ stage, done }) => step(stage === "unpack" ? "read" : "compile", done),
    },
  );
  step("compare", 0);
  try {
    return compiled(await comparedPack(dataDir, candidateOf(job), tools));
  } catch (error) {
    throw error instanceof OperatorError ? new ImportError(error.message) : error;
  }
}

function compiled({ pack, repeated, sampled, changed, lost, calls }: ImportedPack): CompiledPack {
  const { version, fingerprint } = pack.meta;
  const summary = { version, sampled, changed, lost, ...(calls && { calls }), input_sha256: fingerprint };
  return { repeated, summary };
}

/** Throws `ImportError` if a file has another SHA-256. */
export async function requireChecksum(file: string, sha256: string): Promise<void> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(file)) digest.update(chunk as Uint8Array);
  const sum = digest.digest("hex");
  if (sum !== sha256.toLowerCase()) throw new ImportError(`the input's SHA-256 is ${sum}, not ${sha256}`);
}

interface Using {
  readonly database: Database;
  readonly clock: Clock;
  readonly dataDir: string;
}

/** In place of a dataset's ID, which the decoder's pack does not have. */
const noDataset = 0;

/** Puts a compiled pack in use and records the result. Throws `ImportStopped` if a stop was requested before. */
export async function finishVpicJob(
  job: VpicJob,
  { repeated, summary }: CompiledPack,
  { database, clock, dataDir }: Using,
): Promise<void> {
  const lock = heldLock(database, job.id, clock);
  const outcome = { vin_data: summary };
  if (!job.dryRun)
    await database.transaction(async (tx) => {
      // A stop waits for this row, and then comes too late.
      await lock.complete(tx, outcome, noDataset);
      await useVinPack(dataDir, { candidate: candidateOf(job), dump: job.file, repeated });
    });
  await lock.end("done", outcome);
}

/** Deletes the upload, if it is not the kept dump, and what was compiled. */
export function removeVpicFiles(job: VpicJob): void {
  rmSync(job.file, { force: true });
  rmSync(workFolder(job), { recursive: true, force: true });
}
