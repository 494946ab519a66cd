import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile, mkdir, readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { ensureDataFolder } from "../../../base/data-folder.ts";
import type { Progress } from "../../../base/loading.ts";
import { OperatorError } from "../../../base/operator-error.ts";
import { isProcessAlive } from "../../../base/processes.ts";
import { loadPack, type Pack } from "../../../vin/pack/pack.ts";
import { PackError, readMeta } from "../../../vin/pack/pack-format.ts";
import type { CompileMessage, CompileTask } from "./vin-pack-worker.ts";
import { vpicName } from "./vpic-name.ts";
import { packagedFingerprint } from "./vpic-packaged.ts";

export interface VinPackOptions {
  /** Hears how far a compile has come. */
  readonly progress?: (step: Progress) => void;
  /** Compile even when the pack at hand would do. */
  readonly force?: boolean;
}

export const vinPackFile = (dataDir: string): string => join(dataDir, "vin.pack");

/** Where NHTSA's own dump is kept under its name, so that a program of another pack format compiles the same data. */
const dumpFolder = (dataDir: string): string => join(dataDir, "vpic-dump");
const partialEnd = ".partial";

function keptDump(dataDir: string): string | undefined {
  const folder = dumpFolder(dataDir);
  const name = existsSync(folder) && readdirSync(folder).find((one) => !one.endsWith(partialEnd));
  return name ? join(folder, name) : undefined;
}

async function keepDump(dataDir: string, dump: string): Promise<void> {
  const folder = dumpFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = join(folder, basename(dump));
  await copyFile(dump, kept + partialEnd);
  await rename(kept + partialEnd, kept);
  for (const name of readdirSync(folder)) if (name !== basename(dump)) rmSync(join(folder, name));
}

/** The pack at hand, if it is whole and made by this program from the packaged data or from NHTSA's own dump. */
async function usable(file: string): Promise<Pack | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  try {
    const { fingerprint, source } = readMeta(bytes) as { fingerprint?: unknown; source?: unknown };
    const current = source === vpicName || fingerprint === packagedFingerprint();
    return current ? loadPack(bytes) : undefined;
  } catch (error) {
    // A pack is a cache: whatever is wrong with it, compiling again mends it.
    if (error instanceof PackError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Compiles in a worker, so that a process that serves goes on answering. */
function compile(task: CompileTask, progress: (step: Progress) => void): Promise<void> {
  const worker = new Worker(new URL("./vin-pack-worker.ts", import.meta.url).href);
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

/** Removes what compiles that were killed have left: the process is gone, and nothing has been written for a while. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^(?:vin\.pack\.(\d+)\.|vpic-(\d+)-.*\.(?:sqlite|tables)$)/
      .exec(name)
      ?.slice(1)
      .find(Boolean);
    if (pid === undefined) continue;
    const path = join(folder, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // In a container every start may have the same process id.
    const gone = Number(pid) === process.pid || !isProcessAlive(Number(pid));
    if (ageMs > abandonedMs || (gone && ageMs > quietMs)) rmSync(path, { force: true, recursive: true });
  }
}

/**
 * The pack in `<dataDir>/vin.pack`; compiled first when it is absent, damaged, of another format or of other data.
 * Several processes may do this at once: each writes a file of its own and renames it into place.
 */
export async function openVinPack(dataDir: string, options: VinPackOptions = {}): Promise<Pack> {
  const file = vinPackFile(dataDir);
  const found = options.force === true ? undefined : await usable(file);
  if (found !== undefined) {
    removeAbandoned(dataDir);
    return found;
  }
  ensureDataFolder(dataDir);
  return compiled(dataDir, keptDump(dataDir), options.progress);
}

async function compiled(
  dataDir: string,
  dump: string | undefined,
  progress: VinPackOptions["progress"] = () => {},
): Promise<Pack> {
  const file = vinPackFile(dataDir);
  await compile({ file, ...(dump !== undefined && { dump }) }, progress);
  const made = await usable(file);
  removeAbandoned(dataDir);
  if (made === undefined) throw new Error(`${file} was compiled but cannot be read back`);
  return made;
}

/**
 * Compiles NHTSA's dump in place of the pack at hand, which is used until then, and keeps the dump. Throws
 * `OperatorError` for a file that is none; the pack at hand stays.
 */
export async function importVinPack(
  dataDir: string,
  dump: string,
  progress: VinPackOptions["progress"],
): Promise<Pack> {
  ensureDataFolder(dataDir);
  const pack = await compiled(dataDir, dump, progress);
  await keepDump(dataDir, dump);
  return pack;
}
