import { mkdirSync, rmSync } from "node:fs";
import { z } from "zod";
import { actorName, recordAudit } from "../../../access/audit.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Context } from "../../../calls/context.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { ApiError, InvalidRequest } from "../../../http/errors.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { parseColumnMap } from "../columns/column-map.ts";
import { ImportError } from "../input/import-error.ts";
import { parseRejectLimit } from "../jobs/rejects.ts";
import { acquireImportLock, findRun, type ImportLock, ImportStopped } from "../jobs/runs.ts";
import { sweepUploads, uploadFile, uploadRejects, uploadsFolder } from "../jobs/uploads.ts";
import { sources } from "../sources/sources.ts";
import { familyAt } from "./family-at.ts";
import { asConflict, orConflict } from "./import-failures.ts";
import { compressionDeclared, formatOf, receive } from "./receive.ts";
import { shownImport } from "./shown-import.ts";

const metaText = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes("\0"), "a NUL character is not allowed")
  .optional();

export const PutDatasetQuery = z.object({
  mode: z
    .enum(["replace", "merge"])
    .default("replace")
    .describe("`merge` keeps records whose keys are not in the file."),
  dry_run: z.boolean().default(false).describe("Verify everything and change nothing."),
  max_rejects: z
    .string()
    .max(20)
    .default("1%")
    .describe("Max. rejected rows, as a number or a share. With more, nothing changes."),
  source: z
    .string()
    .default("records")
    .describe("`records` for the documented columns, or a public source of the family, for example `epa`."),
  map: z
    .string()
    .optional()
    .describe('JSON: documented name → the file\'s column, or {"value": "…"} for every row.'),
  names: z
    .enum(["vin", "file"])
    .default("vin")
    .describe(
      "`vin`: records of a VIN that decodes cleanly get its year, make, model and trim; what the file has instead is kept in `as_listed`. `file`: those of the file.",
    ),
  name: metaText.describe("The dataset's name in responses. Default for records: `own`."),
  version: metaText.describe("The dataset's version in responses. Default: that of the data, else the day."),
  licence: metaText.describe("License of the data."),
});

type Query = z.output<typeof PutDatasetQuery>;

/** Receives a file for a family and starts its import. Throws 400, 404, 409, 413, 415, 422 or 503. */
export async function putDataset(context: Context, call: Call<{ family: string }, Query>): Promise<Answer> {
  const { database, clock, config, imports } = context;
  const { query, caller } = call;
  const family = familyAt(call.params.family);
  const job = jobOf(family, query);
  const upload = call.upload!;
  const [format, compression] = [formatOf(upload), compressionDeclared(upload)];
  const folder = uploadsFolder(config.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await sweepUploads(database, folder, clock());
  const id = uuidv7(clock());
  const file = uploadFile(folder, id);
  const request = {
    id,
    family: family.name,
    input: "the file sent",
    mode: query.mode,
    dryRun: query.dry_run,
    source: query.source === "records" ? `records ${family.name}` : query.source,
    actor: actorName(caller),
  };
  const lock = await orConflict(acquireImportLock(database, request, clock));
  const begun = performance.now();
  let bytes = 0;
  const renewing = keepRenewing(() => lock.renew(received(begun, bytes, upload.bytes ?? null)));
  try {
    await call.change((tx) => audited(tx, context, call, id));
    await receive(upload, file, {
      compression,
      hasRoom: (more) => hasRoom(context, more),
      arrived: (all) => {
        bytes = all;
      },
      ended: renewing.lost,
    });
    await lock.renew(received(begun, bytes, upload.bytes ?? null));
  } catch (error) {
    rmSync(file, { force: true });
    await giveUp(lock, error);
    throw asConflict(error);
  } finally {
    renewing.end();
  }
  imports.start({
    ...job,
    id,
    file,
    rejectFile: uploadRejects(folder, id),
    bytesMax: config.importMax,
    ...(format && { format }),
  });
  return json(shownImport((await findRun(database, id, clock()))!), {
    location: `${config.publicUrl}/imports/${id}`,
  });
}

/** The import that a query describes. Throws 422. */
function jobOf(family: RecordFamily, query: Query) {
  const { mode, dry_run, source, map, names, max_rejects, name, version, licence } = query;
  const rejectLimit = parseRejectLimit(max_rejects);
  if (!rejectLimit)
    throw new InvalidRequest(["query", "max_rejects"], "must be a number or a share such as 1%", max_rejects);
  const fitting = sources.filter((one) => one.family === family).map((one) => one.name);
  const fits = ["records", ...fitting];
  if (!fits.includes(source))
    throw new InvalidRequest(["query", "source"], `must be one of ${fits.join(", ")}`, source);
  if (map !== undefined) requireMap(map, source);
  return {
    family: family.name,
    source,
    mode,
    dryRun: dry_run,
    rejectLimit,
    names,
    ...(map !== undefined && { map }),
    metadata: { ...(name && { name }), ...(version && { version }), ...(licence && { licence }) },
  };
}

function requireMap(map: string, source: string): void {
  const invalid = (fault: string) => new InvalidRequest(["query", "map"], fault, map);
  if (source !== "records") throw invalid(`is for records only: ${source} has fixed columns`);
  try {
    parseColumnMap(map, "it");
  } catch (error) {
    throw error instanceof ImportError ? invalid(error.message) : error;
  }
}

/** Audits the import, in the transaction that checks `If-Match`. */
async function audited(
  tx: Parameters<Parameters<Call["change"]>[0]>[0],
  { clock }: Context,
  { caller, address, requestId, params, query }: Call<{ family: string }, Query>,
  id: string,
): Promise<Answer> {
  await recordAudit(tx, {
    at: clock(),
    actor: caller,
    address,
    requestId,
    action: "dataset.import",
    object: `/datasets/${params.family}`,
    after: { import: id, ...query },
  });
  return json({});
}

function hasRoom({ disk, config }: Context, bytes: number): boolean {
  const { free } = disk;
  return free === undefined || free - bytes > config.diskReserve;
}

const received = (begun: number, done: number, total: number | null) => ({
  stage: "receive" as const,
  seconds: (performance.now() - begun) / 1000,
  done,
  total,
  rows: 0,
  rejected: 0,
});

/** Ends the import of an incomplete file; if that fails, the import times out. */
async function giveUp(lock: ImportLock, error: unknown): Promise<void> {
  const stopped = error instanceof ImportStopped;
  const detail = error instanceof ApiError ? error.detail : "An internal error.";
  const outcome = { error: stopped ? error.message : `the upload failed: ${detail}` };
  await lock.end(stopped ? "stopped" : "failed", outcome).catch(() => undefined);
}

/** An import lock that is renewed while a file arrives. */
interface Renewing {
  /** Rejects when the lock is lost or a stop was requested. */
  readonly lost: Promise<never>;
  end(): void;
}

const renewalMs = 500;

/** Renews a lock until it is ended: a sender can be silent for longer than a lock lasts. */
function keepRenewing(renew: () => Promise<void>): Renewing {
  const lost = Promise.withResolvers<never>();
  // Without a waiter at that moment, the rejection would be unhandled.
  lost.promise.catch(() => undefined);
  const timer = setInterval(() => void renew().catch(lost.reject), renewalMs);
  return { lost: lost.promise, end: () => clearInterval(timer) };
}
