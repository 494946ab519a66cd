import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A line of `recall-lines.txt`. */
export interface RecallLine {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly vin: string;
  /** `"-"` where nothing is found. */
  readonly found: string;
}

export const recallLines: readonly RecallLine[] = readFileSync(
  join(import.meta.dir, "recall-lines.txt"),
  "utf8",
)
  .trim()
  .split("\n")
  .filter((line) => !line.startsWith("#"))
  .map((line) => {
    const [year, make, model, vin, found] = line.split(" | ") as [string, string, string, string, string];
    return { year: Number(year), make, model, vin, found };
  });
