import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import type { DiskSpace } from "../../../base/disk-space.ts";
import type { ImportJob } from "../../../calls/import-job.ts";
import type { Database } from "../../../database/database.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import { findRecordFamily } from "../../families/record-families.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { namesOfPack } from "../columns/vin-names.ts";
import { ImportError } from "../input/import-error.ts";
import { openFile } from "../input/input.ts";
import { mappingFrom, mappingOfMap } from "../mappings/mappings.ts";
import { type RecordsOptions, recordsSource } from "../sources/own-records.ts";
import type { Source } from "../sources/source.ts";
import { sources } from "../sources/sources.ts";
import { failureText, namedFailure } from "./failures.ts";
import { importSource } from "./import-source.ts";
import { warningsFor } from "./row-warnings.ts";
import { heldLock } from "./runs.ts";

export interface JobTools {
  readonly clock: Clock;
  readonly pack: () => Promise<Pack>;
  readonly signal?: AbortSignal;
  readonly disk?: DiskSpace | undefined;
  readonly graceMs?: number;
  readonly datasetFits?: readonly string[] | undefined;
}

/**
 * Imports a received file as the command line does, and deletes it. Only the import's row has the result;
 * rejects only for internal errors.
 */
export async function runJob(db: Database, job: ImportJob, tools: JobTools): Promise<void> {
  const { clock, signal } = tools;
  const lock = heldLock(db, job.id, clock);
  try {
    const source = sourceOfJob(job, clock(), tools.pack);
    const { members, family } = source;
    const { bytesMax, mode, dryRun, rejectLimit, rejectFile, sheet, encoding } = job;
    const { version, ...metadata } = job.metadata;
    await using file = await openFile(job.file, {
      members,
      bytesMax,
      sheet,
      folder: dirname(job.file),
      signal,
    });
    await importSource(
      db,
      {
        source,
        lock,
        mode,
        dryRun,
        rejectLimit,
        rejectFile,
        ...(encoding !== undefined && { encoding }),
        metadata,
        input: { ...file, name: "the file sent" },
        rejectsAt: `/imports/${job.id}/rejects`,
        warningsOf: await warningsFor(family, { database: db, pack: tools.pack, now: clock() }),
        version,
        signal,
        disk: tools.disk,
        graceMs: tools.graceMs,
        datasetFits: tools.datasetFits,
      },
      clock,
    );
  } catch (error) {
    // Most failures have ended the import; those before the first row, and on a full disk, have not.
    await lock.end(signal?.aborted ? "stopped" : "failed", { error: failureText(error) });
    if (!(namedFailure(error) instanceof ImportError)) throw error;
  } finally {
    rmSync(job.file, { force: true });
  }
}

function sourceOfJob(job: ImportJob, now: number, pack: JobTools["pack"]): Source {
  const family = findRecordFamily(job.family);
  const found =
    family && (job.source === "records" ? ownSource(family, job, now, pack) : findSource(job.source));
  if (!found) throw new Error(`no source ${job.source} of ${job.family}`);
  return found;
}

const findSource = (source: string): Source | undefined => sources.find(({ name }) => name === source);

function ownSource(
  family: RecordFamily,
  { map, mapping, format, names, dates, decimals }: ImportJob,
  now: number,
  pack: JobTools["pack"],
): Source {
  const currentYear = new Date(now).getUTCFullYear();
  const options: RecordsOptions = {
    yearMax: currentYear + 2,
    dates,
    decimals,
    ...(names === "vin" && { names: namesOfPack(pack, currentYear) }),
    ...(map !== undefined && { mapping: mappingOfMap(map, "map") }),
    ...(mapping !== undefined && { mapping: mappingFrom(mapping, "mapping", family) }),
    ...(format && { format }),
  };
  return recordsSource(family, options);
}
