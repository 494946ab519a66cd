import { loadDemo } from "../../src/vehicles/imports/demo/load-demo.ts";
import { removeDemo } from "../../src/vehicles/imports/demo/remove-demo.ts";
import { installed, onDatabase } from "../common/databases.ts";
import { type Figure, figure } from "../common/figure.ts";
import { elapsed, processorTime } from "../common/measure.ts";

/** Loads the demo set into an empty SQLite database, as a first start does, and removes it. */
export function benchDemo(): Promise<Figure[]> {
  return onDatabase(
    installed[0]!,
    async (db) => {
      const { own, seconds, result } = await processorTime(() => loadDemo(db, { clock: Date.now }));
      const removed = await elapsed(() => removeDemo(db, Date.now));
      return [
        figure("demo set loaded, SQLite", seconds * 1000, "ms", "target < 10,000"),
        figure("CPU of loading", own / 1000, "ms"),
        figure("records", result.rows, ""),
        figure("demo set removed", removed, "ms"),
      ];
    },
    { synchronous: "full" },
  );
}
