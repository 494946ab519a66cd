import { join } from "node:path";
import { runJson, script } from "../common/child.ts";
import { type Figure, figure, median } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { roundsOr, scaled } from "../common/settings.ts";
import { saleForms, writeSales } from "./sale-files.ts";

/** Reading an amount, a distance and a day of each row of twelve cells, and the bare parse of the same file. */
export function benchColumns(): Promise<Figure[]> {
  const rows = scaled(200_000, 2000);
  return inFolder(async (folder) => {
    const figures: Figure[] = [];
    for (const form of saleForms) {
      const file = join(folder, `${form}.csv`);
      writeSales(file, form, rows);
      const taken: Record<"bare" | "read", number[]> = { bare: [], read: [] };
      for (let round = 0; round < roundsOr(5); round += 1)
        for (const which of ["bare", "read"] as const) {
          const command = script("import/columns-child.ts", which, file);
          taken[which].push((await runJson<{ cpu: number }>(command)).result.cpu);
        }
      const ratio = median(taken.read.map((value, at) => value / taken.bare[at]!));
      figures.push(
        figure(`bare parse, ${form}`, (median(taken.bare) * 1000) / rows, "µs a row"),
        figure(`with 3 of 12 columns read, ${form}`, (median(taken.read) * 1000) / rows, "µs a row"),
        figure(`the same over the bare parse, ${form}`, ratio, "×", "target ≤ 1.3"),
      );
    }
    return figures;
  });
}
