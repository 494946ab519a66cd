import { readFileSync } from "node:fs";
import { setting } from "./setting.ts";

export const fontSetting = setting(
  "VINGATE_STATEMENT_FONT",
  "none",
  "TrueType file (.ttf) for characters of papers in PDF that DejaVu Sans lacks, such as Chinese.",
  fontFile,
);

/** Tables that a font in TrueType's form has: outlines, and which character has which one. */
const required = ["cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp"];

function fontFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (!required.every((tag) => tablesOf(path).has(tag)))
    throw new Error(
      `must be a TrueType file with outlines (.ttf), which ${path} is not; collections (.ttc) and .otf are no such file`,
    );
  return path;
}

function tablesOf(path: string): ReadonlySet<string> {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (error) {
    throw new Error(`cannot be read: ${(error as Error).message}`);
  }
  const isTrueType = file.length > 12 && [0x00010000, 0x74727565].includes(file.readUInt32BE(0));
  const count = isTrueType ? file.readUInt16BE(4) : 0;
  const entries = Array.from({ length: count }, (_, index) => 12 + 16 * index);
  return new Set(
    entries
      .filter(
        (at) =>
          at + 16 <= file.length && file.readUInt32BE(at + 8) + file.readUInt32BE(at + 12) <= file.length,
      )
      .map((at) => file.toString("latin1", at, at + 4)),
  );
}
