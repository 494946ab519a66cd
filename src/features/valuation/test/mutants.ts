import type { Mutant } from "../../../../test/mutants/mutant.ts";

/** Bugs in market values and their fit. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a held-out vehicle is valued by its own other sales",
    file: "src/features/valuation/arithmetic/sale-columns.ts",
    find: "this.part[row] = Bun.hash.crc32(sale.vin) % partsCount;",
    replace: "this.part[row] = row % partsCount;",
    test: "src/features/valuation/test/fit-sales.test.ts",
    named: "a fit does not value a vehicle by its own other sales",
  },
  {
    bug: "ranges hold half of the distances that were measured",
    file: "src/features/valuation/arithmetic/fit-sales.ts",
    find: "const distance = Math.log(sale.price) - log - moved;",
    replace: "const distance = 0.5 * (Math.log(sale.price) - log - moved);",
    test: "src/features/valuation/test/fit-sales.test.ts",
    named: "a fit makes ranges that hold 70 % of prices it has not seen",
  },
  {
    bug: "a model whose dearer cars ran farther is worth more with more miles",
    file: "src/features/valuation/arithmetic/comparable-level.ts",
    find: "this.#slope = Math.min(this.#effects[1]!, -Math.max(...this.#curve.miles));",
    replace: "this.#slope = this.#effects[1]!;",
    test: "src/features/valuation/test/valuation.test.ts",
    named: "market values never rise with the miles",
  },
  {
    bug: "any mileage is valued",
    file: "src/features/valuation/arithmetic/estimate.ts",
    find: "return Math.round(Math.min(Math.max(miles, least), most));",
    replace: "return Math.round(Math.max(miles, least));",
    test: "src/features/valuation/test/valuation.test.ts",
    named: "market values are for no mileage far from the sales and the usual one",
  },
  {
    bug: "nodes do not notice a fit that was stored for their dataset",
    file: "src/features/valuation/value-check.ts",
    find: "else loaded_at + 1 end",
    replace: "else loaded_at end",
    test: "src/features/valuation/test/fitted-values.test.ts",
    named: "fitted market values on sqlite a dataset without a fit gets one on command",
  },
  {
    bug: "imports in threads fit nothing",
    file: "src/vehicles/imports/jobs/run-job.ts",
    find: "datasetFits: tools.datasetFits,",
    replace: "datasetFits: [],",
    test: "test/vehicles/imports/job-threads.test.ts",
    named: "threads of imports on sqlite a thread runs what a feature computes of the records",
  },
];
