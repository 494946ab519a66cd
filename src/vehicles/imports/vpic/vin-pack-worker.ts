import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Progress } from "../../../base/loading.ts";
import { compilePack } from "../../../vin/compile/compile-pack.ts";
import type { VpicSource } from "../../../vin/compile/source.ts";
import { openFile } from "../input/input.ts";
import { openVpicDump, vpicInput } from "./vpic-dump.ts";
import { openPackagedVpic } from "./vpic-packaged.ts";

declare const self: Worker;

export interface CompileTask {
  readonly file: string;
  /** NHTSA's dump, to compile instead of the packaged data. */
  readonly dump?: string;
}

export type CompileMessage =
  | { readonly kind: "progress"; readonly step: Progress }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

/** Rows between two garbage collections. */
const COLLECT_ROWS = 150_000;

const post = (message: CompileMessage): void => self.postMessage(message);

/** Writes next to the file and renames, so that a reader sees the old pack or the new one. */
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

async function openSource(folder: string, dump: string | undefined): Promise<VpicSource & Disposable> {
  if (dump === undefined) return openPackagedVpic(folder);
  await using input = await openFile(dump, vpicInput(folder));
  return await openVpicDump(input, folder);
}

async function compile({ file, dump }: CompileTask): Promise<void> {
  post({ kind: "progress", step: { stage: "unpack", done: 0, total: 1 } });
  using source = await openSource(dirname(file), dump);
  let collected = "";
  const progress = (step: Progress): void => {
    post({ kind: "progress", step });
    // The collector ignores the size of large arrays and lets the heap double.
    const part = `${step.stage} ${Math.floor(step.done / COLLECT_ROWS)}`;
    if (part !== collected) Bun.gc(true);
    collected = part;
  };
  writeWhole(file, compilePack(source, progress));
}

self.onmessage = ({ data }: MessageEvent<CompileTask>): void => {
  // Posted after the source is closed and its file deleted, because the caller then ends the worker.
  compile(data).then(
    () => post({ kind: "done" }),
    (error: Error) => post({ kind: "failed", message: error.message }),
  );
};
