import { mkdirSync, rmSync } from "node:fs";
import { actorName, recordAudit } from "../../../access/audit.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { ApiError } from "../../../http/errors.ts";
import type { Compression } from "../input/decompress.ts";
import {
  acquireImportLock,
  findRun,
  type ImportLock,
  ImportStopped,
  type LockRequest,
} from "../jobs/runs.ts";
import { sweepUploads, uploadFile, uploadsFolder } from "../jobs/uploads.ts";
import { asConflict, orConflict } from "./import-failures.ts";
import { receive } from "./receive.ts";
import { shownImport } from "./shown-import.ts";

/** An import whose file arrives. */
export interface Arriving extends Omit<LockRequest, "id" | "input" | "actor"> {
  readonly compression: Compression | undefined;
}

/** A received file, and its import's ID. */
export interface Received {
  readonly id: string;
  readonly file: string;
}

/**
 * Receives the file of an import under its family's lock, which is then held. Throws 400, 409, 413 or 503, and then ends
 * the import.
 */
export async function receiveImport(
  context: Context,
  call: Call<unknown>,
  { compression, ...request }: Arriving,
): Promise<Received> {
  const { database, clock, config } = context;
  const upload = call.upload!;
  const folder = uploadsFolder(config.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await sweepUploads(database, folder, clock());
  const id = uuidv7(clock());
  const file = uploadFile(folder, id);
  const arriving = { ...request, id, input: "the file sent", actor: actorName(call.caller) };
  const lock = await orConflict(acquireImportLock(database, arriving, clock));
  const begun = performance.now();
  let bytes = 0;
  const renewing = keepRenewing(() => lock.renew(received(begun, bytes, upload.bytes ?? null)));
  try {
    await call.change((tx) => audited(tx, context, call, { import: id, family: request.family }));
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
  return { id, file };
}

/** The answer to an upload whose import was started. */
export async function startedImport({ database, clock, config }: Context, id: string): Promise<Answer> {
  return json(shownImport((await findRun(database, id, clock()))!), {
    location: `${config.publicUrl}/imports/${id}`,
  });
}

/** Audits the import, in the transaction that checks `If-Match`. */
async function audited(
  tx: Queries,
  { clock }: Context,
  { caller, address, requestId, query }: Call<unknown>,
  { import: id, family }: { import: string; family: string },
): Promise<Answer> {
  await recordAudit(tx, {
    at: clock(),
    actor: caller,
    address,
    requestId,
    action: "dataset.import",
    object: `/datasets/${family}`,
    after: { import: id, ...(query as object) },
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
