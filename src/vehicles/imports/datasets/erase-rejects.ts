import { closeSync, openSync, readSync, rmSync } from "node:fs";
import { rejectFilesIn } from "../jobs/uploads.ts";
import type { ErasedSubject } from "./erase.ts";
import { vinPattern } from "./erase-outcomes.ts";

const chunkBytes = 1 << 20;
/** Longer than a VIN, a number or an address that a chunk's end divides. */
const overlap = 1024;

/** Deletes the files of rejected rows in a data folder that contain a subject; returns their number. */
export function eraseRejects(folder: string, subject: ErasedSubject, dryRun: boolean): number {
  const pattern = subject.kind === "vin" ? vinPattern(subject.vin) : subject.pattern;
  const found = rejectFilesIn(folder).filter((file) => contains(file, pattern));
  if (!dryRun) for (const file of found) rmSync(file, { force: true });
  return found.length;
}

function contains(file: string, pattern: RegExp): boolean {
  const chunk = Buffer.alloc(chunkBytes);
  const handle = openSync(file, "r");
  try {
    for (let before = ""; ; ) {
      const read = readSync(handle, chunk);
      if (read === 0) return false;
      const text = before + chunk.toString("latin1", 0, read);
      if (pattern.test(text)) return true;
      before = text.slice(-overlap);
    }
  } finally {
    closeSync(handle);
  }
}
