import type { Clock } from "../../base/clock.ts";
import type { Progress } from "../../base/loading.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { saleRecords } from "../../vehicles/families/apis/saleshistory.ts";
import { ImportError } from "../../vehicles/imports/input/import-error.ts";
import { withImportLock } from "../../vehicles/imports/jobs/runs.ts";
import { currentDatasets } from "../../vehicles/lookups/records/datasets.ts";
import { classes, fitSales, measuredOf, namings, salesLeast, type Valued } from "./arithmetic/fit-sales.ts";
import type { Measured, Naming, PriceFit } from "./arithmetic/price-fit.ts";
import type { Confidence } from "./arithmetic/valuation-arithmetic.ts";
import { seldom } from "./fit-script.ts";
import { priceFitOf, storeFit } from "./price-fits.ts";
import { readSales } from "./sale-reading.ts";

/** By naming: of all values and by confidence; null where there are none. */
type MeasuredNaming = Readonly<Record<"all" | Confidence, Measured | null>>;

/** How far values lay from the prices of held-out sales. Shares, not percent. */
export interface ValueCheck {
  readonly family: string;
  readonly dataset: string;
  readonly records: number;
  /** Priced sales of the last 365 days. */
  readonly sales: number;
  readonly models: number;
  /** Fewer sales cannot be measured. */
  readonly least: number;
  /** Null if there are too few sales. `makes`: by VIN, those with most sales, by their keys. */
  readonly measured: (Record<Naming, MeasuredNaming> & { makes: Readonly<Record<string, Measured>> }) | null;
  /** When the stored fit was made, milliseconds UTC; null without one. */
  readonly fitted_at: number | null;
  /** Whether this check stored its fit. */
  readonly stored: boolean;
}

type Step = (progress: Progress) => void;

const makesShown = 10;

/** Measures the values of the current sales. Throws `ImportError` if there are none. */
export async function checkValues(db: Database, now: number, step: Step): Promise<ValueCheck> {
  return (await measure(db, now, step)).check;
}

/** Measures the values of the current sales, and stores the fit with them. Throws as `checkValues`, and `ImportRunning`. */
export function fitCurrent(db: Database, clock: Clock, step: Step): Promise<ValueCheck> {
  const request = { family: saleRecords.name, source: "fit" };
  return withImportLock(db, request, clock, async (lock) => {
    const now = clock();
    const { check, fit, id } = await measure(db, now, step, () =>
      lock.renew({ stage: "fit", done: 0, total: null, rows: 0, rejected: 0 }),
    );
    if (!fit) return check;
    await storeFit(db, saleRecords, id, { fittedAt: now, fit });
    // Nodes keep what they read of a dataset until this changes.
    await db.run(sql`
      update dataset set loaded_at = case when loaded_at < ${now} then ${now} else loaded_at + 1 end
      where id = ${id}`);
    return { ...check, fitted_at: now, stored: true };
  });
}

async function measure(
  db: Database,
  now: number,
  step: Step,
  alive: () => Promise<void> = () => new Promise((resolve) => setImmediate(resolve)),
): Promise<{ check: ValueCheck; fit: PriceFit | undefined; id: number }> {
  const dataset = (await currentDatasets(db)).get(saleRecords.name);
  if (!dataset)
    throw new ImportError(
      `${saleRecords.name} has no dataset; import your sales with vingate import records`,
    );
  const { id, rows, source } = dataset;
  const turn = seldom(alive);
  const sales = await readSales(db, saleRecords, { id, rows, now }, async (read) => {
    step({ stage: "Reading sales", done: read, total: rows });
    await turn();
  });
  const made = await fitSales(sales, {
    now,
    async turn(done, total) {
      step({ stage: "Valuing sales that were kept out", done, total });
      await turn();
    },
  });
  const stored = await priceFitOf(db, saleRecords, dataset).catch(() => undefined);
  const check: ValueCheck = {
    family: saleRecords.name,
    dataset: source,
    records: rows,
    sales: sales.rows,
    models: sales.models,
    least: salesLeast,
    measured: made ? summary(made.valued) : null,
    fitted_at: stored?.fittedAt ?? null,
    stored: false,
  };
  return { check, fit: made?.fit, id };
}

const orNull = (some: readonly Valued[]): Measured | null => (some.length === 0 ? null : measuredOf(some));

function summary(valued: readonly Valued[]): NonNullable<ValueCheck["measured"]> {
  const byNaming = namings.map((naming) => {
    const all = valued.filter((one) => one.naming === naming);
    const byClass = classes.map(
      (confidence) => [confidence, orNull(all.filter((one) => one.confidence === confidence))] as const,
    );
    return [
      naming,
      { all: orNull(all.filter(({ sampled }) => sampled)), ...Object.fromEntries(byClass) },
    ] as const;
  });
  const makes = [
    ...Map.groupBy(
      valued.filter(({ naming, sampled }) => sampled && naming === "vin"),
      ({ make }) => make,
    ),
  ];
  makes.sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
  return {
    ...(Object.fromEntries(byNaming) as Record<Naming, MeasuredNaming>),
    makes: Object.fromEntries(makes.slice(0, makesShown).map(([make, some]) => [make, measuredOf(some)])),
  };
}
