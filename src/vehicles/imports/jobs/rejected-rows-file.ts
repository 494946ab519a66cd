import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import type { RejectedRows } from "../sources/rejected-rows.ts";
import { rowsFileOf } from "./uploads.ts";

/** A person corrects no more. */
const bytesMax = 64 * 2 ** 20;

/**
 * Writes rejected rows in the form of their file, beside the file of rejects; resolves to its name. `step` is called
 * between pieces; if it throws, there is no file.
 */
export async function writeRejectedRows(
  { form, pieces }: RejectedRows,
  rejectFile: string,
  step: () => Promise<void>,
): Promise<string> {
  const file = rowsFileOf(rejectFile, form);
  rmSync(file, { force: true });
  // Rejected rows can contain personal data.
  const handle = openSync(file, "wx", 0o600);
  try {
    let bytes = 0;
    for await (const piece of pieces) {
      const text = Buffer.from(piece);
      bytes += text.length;
      if (bytes > bytesMax) break;
      for (let written = 0; written < text.length; ) written += writeSync(handle, text, written);
      await step();
    }
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  return file;
}
