import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/database/open.ts";
import { sql } from "../src/database/sql.ts";
import { saleRecords } from "../src/vehicles/families/apis/saleshistory.ts";
import { nameKey } from "../src/vehicles/families/names.ts";
import type { EventRow } from "../src/vehicles/families/record-family.ts";
import { upgradeSchema } from "../src/vehicles/imports/staging/record-tables.ts";
import type { Computation } from "../src/vehicles/lookups/computed/compute.ts";
import { marketValuation } from "../src/vehicles/lookups/computed/valuation/market-valuation.ts";
import { currentDatasets } from "../src/vehicles/lookups/records/datasets.ts";
import { loadRecords } from "../test/vehicles/load-records.ts";
import { type Figure, median, table } from "./figure.ts";

const RECORDS = 1_000_000;
const MODELS = 150;
const CALLS = 2000;
const now = Date.UTC(2026, 10, 21);

const description = "Synthetic record. ".repeat(40);

/** Sales spread unevenly, as they are: the commonest model year has some 4,000 within the window. */
function* sales(): Generator<EventRow> {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  for (let index = 0; index < RECORDS; index++) {
    const model = Math.floor(random() ** 2 * MODELS);
    const age = Math.floor(random() ** 1.5 * 20);
    const odometer = Math.floor(age * 11_000 * (0.5 + random()));
    yield {
      vin: `1BENCH00${String(index).padStart(9, "0")}`,
      at: now - Math.floor(random() * 730 * 86_400_000),
      id: "1",
      year: 2026 - age,
      make: `Make ${model % 25}`,
      model: `Model ${model}`,
      trim: ["LX", "EX", "Touring"][Math.floor(random() * 3)]!,
      price: Math.round(30_000 * 0.88 ** age * (0.7 + random() * 0.6)),
      odometer,
      state: "OH",
      record: { post_date: "", data: { description, seller_type: "dealership" } },
    };
  }
}

function contextOf(
  base: Pick<Computation, "context" | "catalogue" | "datasets" | "modelDecodes" | "trims">,
  index: number,
): Computation {
  const model = (index * 7919) % MODELS;
  const year = 2026 - ((index * 104_729) % 21);
  const name = (text: string) => ({ text, key: nameKey(text) });
  const vehicle = { year, make: name(`Make ${model % 25}`), model: name(`Model ${model}`) };
  const subject = { vin: "", vehicle, models: [vehicle.model], series: "", trimsAsked: [] };
  return { ...base, subject, mileage: 40_000 + index };
}

/** Values vehicles over 1,000,000 sale records in SQLite, models and years at random, the first asked cold. */
export async function benchValuation(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  try {
    const database = await openDatabase({ file: join(folder, "bench.db") });
    await upgradeSchema(database);
    const dataset = { name: "bench", version: "1", source: "generated", licence: "none" };
    await loadRecords(database, saleRecords, sales(), { dataset, now });
    const datasets = await currentDatasets(database);
    const context = { database, clock: () => now } as unknown as Computation["context"];
    const none = () => new Map<string, string>();
    const catalogue = { makes: none, models: none } as unknown as Computation["catalogue"];
    const base = { context, datasets, catalogue, modelDecodes: () => [], trims: async () => none() };
    const times: number[] = [];
    let answered = 0;
    const usage = process.cpuUsage();
    for (let index = 0; index < CALLS; index++) {
      const begun = performance.now();
      if (await marketValuation(contextOf(base, index))) answered++;
      times.push(performance.now() - begun);
    }
    const { user, system } = process.cpuUsage(usage);
    const most = await database.get<{ n: number }>(sql`
      select count(*) as n from sale_record where dataset = ${datasets.get("saleshistory")!.id}
        and make_key = 'make0' and model_key = 'model0' and year = 2026`);
    await database.close();
    const sorted = times.toSorted((a, b) => a - b);
    const note = `${RECORDS} sale records, SQLite, ${answered} of ${CALLS} answered, commonest model year has ${most!.n}`;
    return [
      { name: "market valuation, median", value: median(times), unit: "ms", note },
      { name: "market valuation, p99", value: sorted[Math.floor(CALLS * 0.99)]!, unit: "ms" },
      {
        name: "market valuation, CPU",
        value: (user + system) / 1000 / CALLS,
        unit: "ms",
        note: "target: at most 3",
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchValuation()));
