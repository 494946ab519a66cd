import { readdirSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDataFolder } from "../base/data-folder.ts";
import type { Progress } from "../base/loading.ts";
import { isProcessAlive } from "../base/processes.ts";
import { loadPack, type Pack } from "../vin/pack/pack.ts";
import { PackError, readMeta } from "../vin/pack/pack-format.ts";
import type { CompileMessage, CompileTask } from "./vin-pack-worker.ts";
import { packagedFingerprint } from "./vpic-packaged.ts";

export interface VinPackOptions {
  /** Hears how far a compile has come. */
  readonly progress?: (step: Progress) => void;
  /** Compile even when the pack at hand would do. */
  readonly force?: boolean;
}

export const vinPackFile = (dataDir: string): string => join(dataDir, "vin.pack");

/** The pack at hand, if it is whole and made by this program from this data. */
async function usable(file: string): Promise<Pack | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  try {
    const { fingerprint } = readMeta(bytes) as { fingerprint?: unknown };
    return fingerprint === packagedFingerprint() ? loadPack(bytes) : undefined;
  } catch (error) {
    // A pack is a cache: whatever is wrong with it, compiling again mends it.
    if (error instanceof PackError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Compiles in a worker, so that a process that serves goes on answering. */
function compile(file: string, progress: (step: Progress) => void): Promise<void> {
  const worker = new Worker(new URL("./vin-pack-worker.ts", import.meta.url).href);
  return new Promise<void>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CompileMessage>) => {
      if (data.kind === "progress") progress(data.step);
      else if (data.kind === "done") resolve();
      else reject(new Error(`the VIN data cannot be compiled: ${data.message}`));
    };
    worker.onerror = (event) => reject(new Error(`the VIN data cannot be compiled: ${event.message}`));
    worker.postMessage({ file } satisfies CompileTask);
  }).finally(() => worker.terminate());
}

const quietMs = 2000;
const abandonedMs = 600_000;

/** Removes what compiles that were killed have left: the process is gone, and nothing has been written for a while. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^(?:vin\.pack\.(\d+)\.|vpic-(\d+)-.*\.sqlite$)/.exec(name)?.slice(1).find(Boolean);
    if (pid === undefined) continue;
    const path = join(folder, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // In a container every start may have the same process id.
    const gone = Number(pid) === process.pid || !isProcessAlive(Number(pid));
    if (ageMs > abandonedMs || (gone && ageMs > quietMs)) rmSync(path, { force: true });
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
  await compile(file, options.progress ?? (() => {}));
  const made = await usable(file);
  removeAbandoned(dataDir);
  if (made === undefined) throw new Error(`${file} was compiled but cannot be read back`);
  return made;
}
