import { z } from "zod";
import { byReaders } from "../staging/reader-changes.ts";

/** The number of records that differ between two datasets. */
export const Counts = z
  .object({
    added: z.int().nonnegative().describe("Records that only the later dataset has."),
    removed: z.int().nonnegative().describe("Records that only the earlier dataset has."),
    changed: z.int().nonnegative().describe("Records in both, with different content."),
  })
  .meta({ id: "DatasetCounts" });

/** The same by year and make, if records have them. */
export const DatasetChanges = Counts.extend({
  by_year: z.record(z.string(), Counts).describe("By model year, for families whose records have one."),
  by_make: z.record(z.string(), Counts).describe("By make, for families whose records have one."),
  by_reader: z
    .enum(byReaders)
    .describe(
      "Which changes come from readers, not from files. `none`: one reader has read both. `all`: both are one file. `unknown`: two files, two readers.",
    ),
}).meta({ id: "DatasetChanges" });
