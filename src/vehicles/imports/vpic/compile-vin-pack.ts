import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Progress } from "../../../base/loading.ts";
import { compilePack } from "../../../vin/compile/compile-pack.ts";
import type { VpicSource } from "../../../vin/compile/source.ts";
import { type Input, openFile } from "../input/input.ts";
import { openVpicDump, vpicInput } from "./vpic-dump.ts";
import { openPackagedVpic } from "./vpic-packaged.ts";

export interface CompileTask {
  readonly file: string;
  /** NHTSA's dump, to compile instead of the packaged data. */
  readonly dump?: string;
}

export interface CompileTools {
  readonly progress: (step: Progress) => void;
  /** Called with the dump before each part of it that is written to disk; throws to end the compile. */
  readonly reading?: (dump: Input) => void;
}

/** Rows between two garbage collections. */
const COLLECT_ROWS = 50_000;
/** Stages of few steps: each step leaves large arrays. */
const FEW_STEPS = 4;

/** Writes next to the file and renames, so that a reader opens the old pack or the new one. */
function writeWhole(file: string, bytes: Uint8Array): void {
  const partial = `${file}.${process.pid}.${crypto.randomUUID().slice(0, 8)}`;
  const handle = openSync(partial, "wx", 0o600);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

async function openSource(
  folder: string,
  dump: string | undefined,
  reading: CompileTools["reading"],
): Promise<VpicSource & Disposable> {
  if (dump === undefined) return openPackagedVpic(folder);
  await using input = await openFile(dump, vpicInput(folder));
  async function* watched() {
    for await (const chunk of input.read()) {
      reading?.(input);
      yield chunk;
    }
  }
  // The name of an upload is its ID.
  const name = input.name === basename(dump) && reading ? "the file sent" : input.name;
  return await openVpicDump({ ...input, name, read: watched }, folder);
}

/** Compiles the dump or the packaged data into `file`, in whose folder its temporary files are. */
export async function compileVinPack({ file, dump }: CompileTask, tools: CompileTools): Promise<void> {
  tools.progress({ stage: "unpack", done: 0, total: 1 });
  using source = await openSource(dirname(file), dump, tools.reading);
  let collected = "";
  const progress = (step: Progress): void => {
    tools.progress(step);
    // The collector ignores the size of large arrays and lets the heap double.
    const part = `${step.stage} ${Math.floor(step.done / COLLECT_ROWS)}`;
    if (part !== collected || step.total <= FEW_STEPS) Bun.gc(true);
    collected = part;
  };
  writeWhole(file, compilePack(source, progress));
}
