import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDataFolder } from "../../../base/data-folder.ts";
import type { Progress } from "../../../base/loading.ts";
import { OperatorError } from "../../../base/operator-error.ts";
import { isProcessAlive } from "../../../base/processes.ts";
import { programFile, startThread } from "../../../base/program/place.ts";
import { loadPack, type Pack } from "../../../vin/pack/pack.ts";
import { PackError, readMeta } from "../../../vin/pack/pack-format.ts";
import type { CompileTask } from "./compile-vin-pack.ts";
import type { CompileMessage } from "./vin-pack-worker.ts";
import { vpicName } from "./vpic-name.ts";
import { packagedFingerprint } from "./vpic-packaged.ts";

export interface VinPackOptions {
  /** Called with compile progress. */
  readonly progress?: (step: Progress) => void;
  /** Compile even if the present pack is usable. */
  readonly force?: boolean;
}

export const vinPackFile = (dataDir: string): string => join(dataDir, "vin.pack");

/** The pack that the published package and the executable bring; a clone has none. */
export const shippedPack = programFile("library/dist/vin.pack");

/** Keeps NHTSA's dump, so that a later version with another pack format compiles the same data. */
export const dumpFolder = (dataDir: string): string => join(dataDir, "vpic-dump");
export const partialEnd = ".partial";

export function keptDump(dataDir: string): string | undefined {
  const folder = dumpFolder(dataDir);
  const name = existsSync(folder) && readdirSync(folder).find((one) => !one.endsWith(partialEnd));
  return name ? join(folder, name) : undefined;
}

/** Identifies the packaged data, or those of the pack that the package brings instead of them. */
async function currentFingerprint(): Promise<unknown> {
  const packaged = packagedFingerprint();
  if (packaged !== undefined) return packaged;
  return (readMeta(await readFile(shippedPack)) as { fingerprint?: unknown }).fingerprint;
}

/** The present pack, if it is whole and this program made it from the packaged data or from NHTSA's dump. */
export async function usablePack(file: string): Promise<Pack | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  try {
    const { fingerprint, source } = readMeta(bytes) as { fingerprint?: unknown; source?: unknown };
    const current = source === vpicName || fingerprint === (await currentFingerprint());
    return current ? loadPack(bytes) : undefined;
  } catch (error) {
    // A pack is a cache: a damaged one is compiled again.
    if (error instanceof PackError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Compiles in a worker, so that a service continues to answer requests. */
export function compileInWorker(task: CompileTask, progress: (step: Progress) => void): Promise<void> {
  const worker = startThread("src/vehicles/imports/vpic/vin-pack-worker.ts");
  return new Promise<void>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CompileMessage>) => {
      if (data.kind === "progress") progress(data.step);
      else if (data.kind === "done") resolve();
      else reject(new OperatorError(`the VIN data cannot be compiled: ${data.message}`));
    };
    worker.onerror = (event) => reject(new Error(`the VIN data cannot be compiled: ${event.message}`));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

const quietMs = 2000;
const abandonedMs = 600_000;

/** Deletes what killed compiles left: their process has ended, and nothing was written for a while. */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^(?:vin\.pack\.(\d+)\.|vpic-(\d+)-.*\.(?:sqlite|tables)$)/
      .exec(name)
      ?.slice(1)
      .find(Boolean);
    if (pid === undefined) continue;
    const path = join(folder, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // In a container, every start can have the same process ID.
    const gone = Number(pid) === process.pid || !isProcessAlive(Number(pid));
    if (ageMs > abandonedMs || (gone && ageMs > quietMs)) rmSync(path, { force: true, recursive: true });
  }
}

/**
 * The pack in `<dataDir>/vin.pack`. If it is absent, damaged, of another format or of other data, it is the one
 * that the package brings, or it is compiled first. Several processes can do this concurrently: each writes its own file and renames it.
 */
export async function openVinPack(dataDir: string, options: VinPackOptions = {}): Promise<Pack> {
  const file = vinPackFile(dataDir);
  const found = options.force === true ? undefined : await usablePack(file);
  if (found !== undefined) {
    removeAbandoned(dataDir);
    return found;
  }
  const dump = keptDump(dataDir);
  const shipped = options.force === true || dump !== undefined ? undefined : await usablePack(shippedPack);
  if (shipped !== undefined) return shipped;
  ensureDataFolder(dataDir);
  return compiled(dataDir, dump, options.progress);
}

/** Opens the pack on first use and once: it takes 30 MB of memory. */
export function vinPackOnce(dataDir: () => string): () => Promise<Pack> {
  let opened: Promise<Pack> | undefined;
  return () => (opened ??= openVinPack(dataDir()));
}

async function compiled(
  dataDir: string,
  dump: string | undefined,
  progress: VinPackOptions["progress"] = () => {},
): Promise<Pack> {
  const file = vinPackFile(dataDir);
  await compileInWorker({ file, ...(dump !== undefined && { dump }) }, progress);
  const made = await usablePack(file);
  removeAbandoned(dataDir);
  if (made === undefined) throw new Error(`${file} was compiled but cannot be read back`);
  return made;
}
