import type { ValidationIssue } from "../../../http/validation/issues.ts";
import { type CheckedCall, Checks } from "./checks.ts";

/** The calls of an API are checked by its document from now on. */
interface LoadTask {
  readonly kind: "load";
  readonly id: string;
  /** JSON texts. */
  readonly contract: string;
  readonly operations: string;
}

interface CheckTask {
  readonly kind: "check";
  readonly seq: number;
  readonly id: string;
  /** The operation's place in the document. */
  readonly index: number;
  readonly call: CheckedCall;
}

export type ThreadTask = LoadTask | CheckTask | { readonly kind: "unload"; readonly id: string };

export type ThreadResult =
  | { readonly kind: "loaded"; readonly error?: string }
  | {
      readonly kind: "checked";
      readonly seq: number;
      readonly issues: readonly ValidationIssue[];
      readonly ms: number;
    }
  | { readonly kind: "failed"; readonly seq: number; readonly error: string; readonly ms: number };

declare const self: Worker;

const documents = new Map<string, Checks>();

/** Compiles one operation after the other; calls are checked in between. */
function compileLater(id: string, checks: Checks, index = 0): void {
  if (documents.get(id) !== checks || index >= checks.size) return;
  checks.compile(index);
  setImmediate(compileLater, id, checks, index + 1);
}

function load({ id, contract, operations }: LoadTask): ThreadResult {
  try {
    const checks = new Checks(JSON.parse(contract), JSON.parse(operations));
    documents.set(id, checks);
    setImmediate(compileLater, id, checks);
    return { kind: "loaded" };
  } catch (error) {
    return { kind: "loaded", error: (error as Error).message };
  }
}

function check({ seq, id, index, call }: CheckTask): ThreadResult {
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  try {
    const checks = documents.get(id);
    if (!checks) throw new Error("its document is not loaded");
    return { kind: "checked", seq, issues: checks.check(index, call), ms: elapsed() };
  } catch (error) {
    return { kind: "failed", seq, error: (error as Error).message, ms: elapsed() };
  }
}

self.onmessage = ({ data }: MessageEvent<ThreadTask>) => {
  if (data.kind === "unload") documents.delete(data.id);
  else self.postMessage(data.kind === "load" ? load(data) : check(data));
};
