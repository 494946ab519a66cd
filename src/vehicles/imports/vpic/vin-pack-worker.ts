import type { Progress } from "../../../base/loading.ts";
import { type CompileTask, compileVinPack } from "./compile-vin-pack.ts";

declare const self: Worker;

export type CompileMessage =
  | { readonly kind: "progress"; readonly step: Progress }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

const post = (message: CompileMessage): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<CompileTask>): void => {
  // Posted after the source is closed and its file deleted, because the caller then ends the worker.
  compileVinPack(data, { progress: (step) => post({ kind: "progress", step }) }).then(
    () => post({ kind: "done" }),
    (error: Error) => post({ kind: "failed", message: error.message }),
  );
};
