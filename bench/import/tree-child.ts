import { join } from "node:path";
import { printJson } from "../common/figure.ts";
import { peakMb, processorTime } from "../common/measure.ts";

// Imports a file of sales with any work tree into a new SQLite database, for its CPU and memory. Arguments: the tree, the
// file.
const [tree = "", file = ""] = process.argv.slice(2);
const of = async (path: string) => (await import(join(tree, path))) as Record<string, never>;
const { recordsSource } = (await of("src/vehicles/imports/sources/own-records.ts")) as unknown as {
  recordsSource: typeof import("../../src/vehicles/imports/sources/own-records.ts").recordsSource;
};
const { saleRecords } = (await of("src/vehicles/families/apis/saleshistory.ts")) as unknown as {
  saleRecords: typeof import("../../src/vehicles/families/apis/saleshistory.ts").saleRecords;
};
const { openFile } = (await of("src/vehicles/imports/input/input.ts")) as unknown as {
  openFile: typeof import("../../src/vehicles/imports/input/input.ts").openFile;
};
const { importSource } = (await of("src/vehicles/imports/jobs/import-source.ts")) as unknown as {
  importSource: typeof import("../../src/vehicles/imports/jobs/import-source.ts").importSource;
};
const { onDatabase, installed } = (await of("bench/common/databases.ts")) as unknown as {
  onDatabase: typeof import("../common/databases.ts").onDatabase;
  installed: typeof import("../common/databases.ts").installed;
};

const source = recordsSource(saleRecords, { yearMax: 2028, dates: "month_first" });
await onDatabase(installed.find(({ dialect }) => dialect === "sqlite")!, async (db) => {
  await using input = await openFile(file, {
    members: source.members,
    bytesMax: 2 ** 40,
    folder: "/nowhere",
  });
  const { own, result } = await processorTime(() =>
    importSource(db, { source, input, graceMs: 0 }, () => Date.UTC(2026, 10, 1)),
  );
  printJson({ cpu: own / 1000, peak: peakMb(), rows: result.rows });
});
