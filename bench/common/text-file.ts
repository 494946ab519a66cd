import { closeSync, openSync, writeSync } from "node:fs";

const pieceLength = 1 << 20;

/** Writes a file from pieces of text, a megabyte at a time. */
export function writeText(file: string, pieces: Iterable<string>): void {
  const handle = openSync(file, "w", 0o644);
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < pieceLength) continue;
    writeSync(handle, text);
    text = "";
  }
  writeSync(handle, text);
  closeSync(handle);
}
