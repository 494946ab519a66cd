import { VingateError } from "./errors.ts";
import type { OnReceipt, Receipt } from "./receipts.ts";

interface NodeProcess {
  getBuiltinModule?(name: "node:fs"): { appendFileSync(path: string, text: string): void };
  emitWarning(message: string, type: string): void;
}

/**
 * Appends receipts to a file in Node and Bun, one line each: pass it as `receipts`. Warns of a receipt that does not hold.
 * Throws if the file cannot be written.
 */
export function receiptFile(path: string): OnReceipt {
  const { process } = globalThis as { process?: NodeProcess };
  // An import would be followed by bundlers for browsers, which have no files.
  const fs = process?.getBuiltinModule?.("node:fs");
  if (!process || !fs) throw new VingateError("receiptFile needs Bun, or Node 20.16 or later.");
  fs.appendFileSync(path, "");
  return ({ line, holds }: Receipt) => {
    // One write, so that several programs can share the file.
    fs.appendFileSync(path, `${line}\n`);
    if (holds === false) process.emitWarning(`The receipt ${line} does not hold.`, "ReceiptWarning");
  };
}
