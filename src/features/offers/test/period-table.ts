import { readFileSync } from "node:fs";
import { join } from "node:path";

const halfHourMs = 1_800_000;

/** The lines of `period-table.txt`, each with the starts of its 49 periods. */
export const periodTable = readFileSync(join(import.meta.dir, "period-table.txt"), "utf8")
  .trim()
  .split("\n")
  .filter((line) => !line.startsWith("#"))
  .map((line) => {
    const [zone, date, row] = line.split(" ");
    const [first, lengths] = row!.split(".");
    const starts = [Number.parseInt(first!, 36)];
    for (const length of lengths!.match(/../g)!)
      starts.push(starts.at(-1)! + 1300 + Number.parseInt(length, 36));
    return { zone: zone!, date: date!, starts: starts.map((start) => start * halfHourMs) };
  });
