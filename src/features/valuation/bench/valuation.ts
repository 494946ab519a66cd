import { join } from "node:path";
import { installed, onDatabase } from "../../../../bench/common/databases.ts";
import { count, type Figure, figure, median, p99 } from "../../../../bench/common/figure.ts";
import { inFolder } from "../../../../bench/common/folder.ts";
import { elapsed, peakMb, processorTime } from "../../../../bench/common/measure.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { writeText } from "../../../../bench/common/text-file.ts";
import { importFile } from "../../../../bench/import/rows.ts";
import { sql } from "../../../database/sql.ts";
import { saleRecords } from "../../../vehicles/families/apis/saleshistory.ts";
import { nameKey } from "../../../vehicles/families/names.ts";
import type { Computation } from "../../../vehicles/lookups/computed/compute.ts";
import { currentDatasets } from "../../../vehicles/lookups/records/datasets.ts";
import { fitDataset } from "../fit-script.ts";
import { marketValuation } from "../market-valuation.ts";

const records = scaled(1_000_000);
const models = 150;
const calls = scaled(2000, 10);
const now = Date.UTC(2026, 10, 21);
const description = "Synthetic record. ".repeat(40);

/** Sales spread unevenly, as real ones: the commonest model year has some 4,000 within the window. */
function* sales(): Generator<string> {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  for (let index = 0; index < records; index++) {
    const model = Math.floor(random() ** 2 * models);
    const age = Math.floor(random() ** 1.5 * 20);
    const odometer = Math.floor(age * 11_000 * (0.5 + random()));
    const sold = now - Math.floor(random() * 730 * 86_400_000);
    const row = {
      vin: `1BENCH00${String(index).padStart(9, "0")}`,
      at: new Date(sold).toISOString(),
      id: "1",
      year: 2026 - age,
      make: `Make ${model % 25}`,
      model: `Model ${model}`,
      trim: ["LX", "EX", "Touring"][Math.floor(random() * 3)]!,
      sold_for: Math.round(30_000 * 0.88 ** age * (0.7 + random() * 0.6)),
      data: { description, seller_type: "dealership", odometer_mi: String(odometer), state: "OH" },
    };
    yield `${JSON.stringify(row)}\n`;
  }
}

type Base = Pick<Computation, "context" | "catalogue" | "datasets" | "modelDecodes" | "trims">;

function computationAt(base: Base, index: number): Computation {
  const model = (index * 7919) % models;
  const year = 2026 - ((index * 104_729) % 21);
  const name = (text: string) => ({ text, key: nameKey(text) });
  const vehicle = { year, make: name(`Make ${model % 25}`), model: name(`Model ${model}`) };
  const subject = {
    // Half are named by VIN, for which the VINs of the comparables are read too.
    vin: index % 2 === 0 ? "" : "1BENCH00000000001",
    vehicle,
    models: [vehicle.model],
    series: "",
    yearAssumed: false,
    requestedTrims: [],
  };
  return { ...base, subject, mileage: 40_000 + index, market: "US", narrow: false };
}

/** Values vehicles over a million sale records in SQLite; models and years at random, the first ones cold. */
export function benchValuation(): Promise<Figure[]> {
  const work = (folder: string) =>
    onDatabase(installed[0]!, async (database) => {
      const file = join(folder, "sales.ndjson");
      writeText(file, sales());
      await importFile(database, saleRecords, file);
      const datasets = await currentDatasets(database);
      const { id, rows } = datasets.get("saleshistory")!;
      const fitMs = await elapsed(() => fitDataset(database, saleRecords, { id, rows, now }, async () => {}));
      const none = () => new Map<string, string>();
      const base = {
        context: { database, clock: () => now },
        datasets,
        catalogue: { makes: none, models: none },
        modelDecodes: () => [],
        trims: async () => none(),
      } as unknown as Base;
      const times: number[] = [];
      let answered = 0;
      const { own } = await processorTime(async () => {
        for (let index = 0; index < calls; index++)
          times.push(
            await elapsed(async () => {
              if (await marketValuation(computationAt(base, index))) answered++;
            }),
          );
      });
      const most = await database.get<{ n: number }>(sql`
        select count(*) as n from sale_record where dataset = ${datasets.get("saleshistory")!.id}
          and make_key = 'make0' and model_key = 'model0' and year = 2026`);
      const how = `${count(records)} sale records, SQLite, ${count(answered)} of ${count(calls)} answered`;
      const note = `${how}, commonest model year has ${count(most!.n)}`;
      return [
        figure("market valuation, median", median(times), "ms", note),
        figure("market valuation, p99", p99(times), "ms"),
        figure("fitting prices", fitMs / 1000, "s", "the sales of the last 365 days, as an import does"),
        figure("peak memory of import, fit and lookups", peakMb(), "MiB"),
        figure("market valuation, CPU", own / 1000 / calls, "ms", "target: at most 3"),
      ];
    });
  return inFolder(work);
}
